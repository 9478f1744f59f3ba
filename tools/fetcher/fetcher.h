// Downloads from debuginfod servers into the clients' cache: all servers are asked at once, the first one
// that has data wins; of an image without debug information the executable is taken. Or only asks who has
// what, and how large it is.
#pragma once

#include <chrono>
#include <curl/curl.h>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fetch/client_cache.h"

namespace symkit::fetch {

struct Limits {
  long timeout_s = 90;       // DEBUGINFOD_TIMEOUT: so long may 100 KiB/s not be reached
  long longest_s = 0;        // DEBUGINFOD_MAXTIME: all of a download; 0: no limit
  std::int64_t largest = 0;  // DEBUGINFOD_MAXSIZE
  int tries = 2;             // DEBUGINFOD_RETRY_LIMIT
};
Limits limits_of_environment();

class Fetcher {
 public:
  struct Answer {
    ImageId id;
    enum class Kind : std::uint8_t { Cached, Fetched, None, Found } kind = Kind::None;
    std::string text;  // its path, or why there is none; what was found: size, artifact and server
  };
  using Tell = std::function<void(const Answer&)>;
  using Note = std::function<void(const std::string& line)>;  // what goes on, as main.cpp says

  struct Ways {
    bool shows_progress = false;
    bool only_looks = false;  // nothing is downloaded
  };

  Fetcher(std::vector<std::string> servers, ClientCache cache, Limits limits, Ways ways, Tell tell,
          Note note);
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;
  ~Fetcher();

  void ask(const ImageId& id);
  // Works on what is under way, and waits until something comes in there or on one of `inputs`, a second at
  // most.
  void work(std::span<const int> inputs);
  // What is not whole is taken away: nothing comes after this but the end of the program. It does not wait
  // for libcurl, which may be looking up a name.
  void give_up();

 private:
  struct Server {
    std::string url;
    bool has_answered = false;  // ever
    bool is_dead = false;       // it could not be reached: not asked again
  };
  struct Job;
  struct Transfer;

  void start(Job& job);
  bool start_those_that_wait();
  void add_transfer(Job& job, Server& server, bool asks_for_all = false);
  static std::size_t receive(char* data, std::size_t size, std::size_t count, void* transfer);
  static std::size_t receive_header(char* line, std::size_t size, std::size_t count, void* transfer);
  bool write(Transfer& transfer, std::string_view data);
  void finish(Transfer& transfer, CURLcode code);
  void finish_download(Job& job, const Transfer& transfer);
  void finish_look(Job& job, Transfer& transfer, long status);
  void give_up_server(Server& server, std::string_view why);
  void end_if_all_have_answered(Job& job);
  void tell_progress();
  void end(Job& job);
  void next_artifact(Job& job);
  std::string unreached() const;  // the servers that do not answer
  void settle(Job& job, Answer::Kind kind, std::string text);

  std::deque<Server> servers_;
  ClientCache cache_;
  Limits limits_;
  Ways ways_;
  Tell tell_;
  Note note_;
  CURLM* multi_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::deque<ImageId> waiting_;  // no more jobs at once than are good for a server
  std::chrono::steady_clock::time_point next_progress_;
};

}  // namespace symkit::fetch
