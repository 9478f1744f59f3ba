// Files from servers, requested by id through symkit-fetch. That is a separate process, because an HTTP
// library would cost each start more than everything else. Many downloads run at once. A finished file is
// prepared, one after the other, before its waiters are notified.
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
  bool only_looks = false;   // only finds out which servers have it, and its size: nothing is downloaded
  bool keeps = true;         // keep downloaded files; else release() deletes them
  std::string program = {};  // empty: where symkit-fetch is installed
  // Both may be called from any thread.
  std::function<void(const Downloads&)> under_way_changed = {};  // empty: under_way() is not used
  WarningSink warn = [](const std::string&) {};                  // once for each unreachable server
};

// A download in progress.
struct Transfer {
  std::string name;  // of the image that the file is for
  std::string what;  // "debuginfo", "executable"
  std::string server;
  std::uint64_t done = 0;
  std::uint64_t total = 0;   // 0: the server does not say
  std::uint64_t before = 0;  // done when it was first reported, at
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
};

// Where a file was found, if files are only looked for.
struct Sighting {
  std::string what;
  std::string server;
  std::uint64_t size = 0;  // 0: the server does not say
};

// The result of a request.
struct Outcome {
  Wanted wanted;
  std::string from;  // "https://… (debuginfo, 1.2 MB, 0.3 s)"; empty: no server had it
  std::optional<Sighting> sighting;
  std::vector<std::string> tried;  // "https://… (debuginfo): HTTP status 500"
};

// Safe for any number of threads.
class Downloads {
 public:
  using Prepare = std::function<void(const Wanted& image, const std::string& path)>;
  static constexpr std::string_view still_on_its_way = "it is still being downloaded; try again later";

  explicit Downloads(DownloadOptions options);
  Downloads(const Downloads&) = delete;
  Downloads& operator=(const Downloads&) = delete;
  ~Downloads();

  // To be called before any request. `prepare` is called for each image that arrives, for one after the
  // other on a separate thread; those that a thread waits for come first.
  void prepare_with(Prepare prepare) { prepare_ = std::move(prepare); }
  // The same: called before a thread has to wait, on that thread.
  void before_waiting(std::function<void()> call) { before_waiting_ = std::move(call); }

  // The longest wait of get(), counted from the first request for the file or from this call; nothing: no
  // limit.
  void wait_at_most(std::optional<std::chrono::milliseconds> patience);

  // Requests a file that will be needed, without waiting.
  void expect(const Wanted& wanted);
  // The path of the file, once it is here; an error says why there is none.
  Result<std::string> get(const Wanted& wanted);
  // The next request that has settled, found or not; each is returned once. Waits; nothing if no other is
  // in progress.
  std::optional<Wanted> next();
  // The server's name for a file that get() returned; empty: the server did not give it.
  std::string called(const Wanted& wanted) const;
  // Whether it was requested, and has arrived or is known to be unavailable.
  bool is_settled(const Wanted& wanted) const;
  // Whether get() has ever stopped waiting for it.
  bool was_missed(const Wanted& wanted) const;
  // The file turned out to be something else: it is deleted, and the remaining servers are queried. get()
  // returns their result.
  void reject(const Wanted& wanted);
  // Its index is in the store: if downloads are not kept, those of this run for it are deleted.
  void release(const Wanted& wanted);
  bool keeps() const { return options_.keeps; }
  // Waits for files that did not arrive in time, so that they are there the next time.
  void wait_for_missed();

  // For display, in the order of the requests.
  std::vector<Transfer> under_way() const;
  std::vector<Outcome> outcomes() const;
  // Findings about servers.
  std::vector<std::string> notes() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Request {
    std::size_t number = 0;  // in the order of requests
    Wanted wanted{};
    Clock::time_point asked = Clock::now();
    std::size_t waiting = 0;  // threads that wait for it now
    bool was_missed = false;  // a caller had to continue without it
    bool is_settled = false;
    bool is_taken = false;  // next() returned it
    bool is_new = false;    // downloaded in this run
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
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::map<std::string, Request, std::less<>> requests_;  // by Wanted::key()
  // By request number, so that no loop goes over all requests.
  std::map<std::size_t, Request*> to_give_;     // settled, not yet returned by next()
  std::map<std::size_t, Request*> to_prepare_;  // their files are here
  std::map<std::size_t, Transfer> transfers_;   // in progress
  std::set<std::size_t> missed_;                // a caller continued without them
  std::size_t taken_ = 0;                       // how many next() returned
  std::vector<std::string> notes_;
  std::string trouble_;  // why no more requests are possible
  std::optional<std::chrono::milliseconds> patience_;
  Clock::time_point patience_began_ = Clock::now();
  bool ends_ = false;
  std::thread preparer_;
  FetchProcess process_;  // last, because it uses the members above
};

}  // namespace symkit::fetch
