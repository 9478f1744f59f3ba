// Files that servers have, asked for by id through symkit-fetch: a process, since a library for HTTP would
// cost each start more than all the rest. Many are on their way at once; what has come is prepared, one file
// after the other, before anybody who waits for it is told.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "keep/fetch/fetch_process.h"
#include "keep/fetch/servers.h"
#include "keep/fetch/wanted.h"

namespace symkit::fetch {

class Downloads;

struct DownloadOptions {
  Servers servers;
  bool only_looks = false;   // for who has what, and how large it is: nothing is downloaded
  bool keeps = true;         // what has come; else release() takes it away
  std::string program = {};  // empty: where symkit-fetch is installed
  // Both may be called from any thread.
  std::function<void(const Downloads&)> under_way_changed = {};  // none: nobody looks at under_way()
  WarningSink warn = [](const std::string&) {};                  // of a server that cannot be reached, once
};

// A download that is on its way.
struct Transfer {
  std::string name;  // of the image that it is for
  std::string what;  // "debuginfo", "executable"
  std::string server;
  std::uint64_t done = 0;
  std::uint64_t total = 0;   // 0: the server does not say
  std::uint64_t before = 0;  // done when it was first heard of, which was at
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
};

// Where something was seen that was only looked for.
struct Sighting {
  std::string what;
  std::string server;
  std::uint64_t size = 0;  // 0: the server does not say
};

// What became of what was asked for.
struct Outcome {
  Wanted wanted;
  std::string from;  // "https://… (debuginfo, 1.2 MB, 0.3 s)"; empty: nobody had it
  std::optional<Sighting> sighting;
  std::vector<std::string> tried;  // "https://… (debuginfo): HTTP status 500"
};

// Serves any number of threads.
class Downloads {
 public:
  using Prepare = std::function<void(const Wanted& image, const std::string& path)>;
  static constexpr std::string_view still_on_its_way =
      "it is still being fetched; the next time it will be there";

  explicit Downloads(DownloadOptions options);
  Downloads(const Downloads&) = delete;
  Downloads& operator=(const Downloads&) = delete;
  ~Downloads();

  // Before anything is asked for. `prepare` is called for each image that comes, on a thread of its own and
  // for one after the other, those first that somebody waits for.
  void prepare_with(Prepare prepare) { prepare_ = std::move(prepare); }
  // The same: called before somebody is made to wait, on his thread.
  void before_waiting(std::function<void()> call) { before_waiting_ = std::move(call); }

  // How long get() waits at most, from when the file was first asked for, or this was said; nothing: as long
  // as it takes.
  void wait_at_most(std::optional<std::chrono::milliseconds> patience);

  // It will be wanted: it is asked for now, and nobody waits.
  void expect(const Wanted& wanted);
  // The path of the file, once it is here; an error says why there is none.
  Result<std::string> get(const Wanted& wanted);
  // What has come, or what nobody has: each once, as they come. Waits; nothing where no further one is on its
  // way.
  std::optional<Wanted> next();
  // What the file that get() gave is called where it is from; empty: its server did not say.
  std::string called(const Wanted& wanted) const;
  // Whether it was asked for, and is here or known to be nowhere.
  bool is_settled(const Wanted& wanted) const;
  // Whether get() has ever given up waiting for it.
  bool was_missed(const Wanted& wanted) const;
  // What came turned out to be something else: it is taken away, and servers that were not heard are asked.
  // get() has their answer.
  void reject(const Wanted& wanted);
  // Its index is in the store: where downloads are not kept, what came for it in this run goes.
  void release(const Wanted& wanted);
  bool keeps() const { return options_.keeps; }
  // Waits for what somebody wanted and did not get in time, so that it is there the next time.
  void wait_for_missed();

  // For people, in the order in which they were asked for.
  std::vector<Transfer> under_way() const;
  std::vector<Outcome> outcomes() const;
  // What was found out about servers.
  std::vector<std::string> notes() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Request {
    std::size_t number = 0;  // in the order of questions
    Wanted wanted{};
    Clock::time_point asked = Clock::now();
    std::size_t waiting = 0;  // for it, now
    bool was_missed = false;  // somebody had to go on without it
    bool is_settled = false;
    bool is_taken = false;  // next() gave it
    bool is_new = false;    // it came from a server in this run
    Result<std::string> path{};
    std::optional<Sighting> sighting{};
    std::string called{};
    std::string from{};
    std::vector<std::string> tried{};
  };

  Request& ask(std::unique_lock<std::mutex>& lock, const Wanted& wanted);
  void send(std::unique_lock<std::mutex>& lock, const std::string& line);
  const Request* find(const Wanted& wanted) const;
  bool start();
  void hear(std::string_view line);
  void take(Request& request, std::string_view verb, std::string_view rest);
  void come(Request& request, bool is_new, std::string_view path);
  void found(Request& request, std::string_view rest);
  void settle(Request& request, Result<std::string> path);
  void give_up();
  void wait_for(std::unique_lock<std::mutex>& lock, const Request& request);
  void prepare_all();
  Request* next_to_prepare();

  DownloadOptions options_;
  Prepare prepare_;
  std::function<void()> before_waiting_;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::map<std::string, Request, std::less<>> requests_;  // by Wanted::key()
  // By the numbers of requests, so that nobody looks through all of them.
  std::map<std::size_t, Request*> to_give_;     // settled, and not yet given by next()
  std::map<std::size_t, Request*> to_prepare_;  // their files are here
  std::map<std::size_t, Transfer> transfers_;   // under way
  std::set<std::size_t> missed_;                // somebody went on without them, and they are not settled
  std::size_t taken_ = 0;                       // how many next() gave
  std::vector<std::string> notes_;
  std::string trouble_;  // why nothing can be asked for any more
  std::optional<std::chrono::milliseconds> patience_;
  Clock::time_point patience_began_ = Clock::now();
  bool ends_ = false;
  std::thread preparer_;
  FetchProcess process_;  // the last: it calls what stands above
};

}  // namespace symkit::fetch
