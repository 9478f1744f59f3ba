// Downloads from debuginfod servers into the clients' cache: all servers are asked at once, the first one
// that has data wins; of an image without debug information the executable is taken.
#pragma once

#include <curl/curl.h>
#include <deque>
#include <functional>
#include <memory>
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
    enum class Kind : std::uint8_t { Cached, Fetched, None } kind = Kind::None;
    std::string text;  // its path, or why there is none
  };
  using Tell = std::function<void(const Answer&)>;
  using Note = std::function<void(const std::string& line)>;  // for people

  Fetcher(std::vector<std::string> servers, ClientCache cache, Limits limits, Tell tell, Note note);
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;
  // What is not whole is taken away.
  ~Fetcher();

  void ask(const ImageId& id, std::string name);
  // Works on what is under way, and waits until something comes in there or on `input`, a second at most.
  void work(int input);
  bool is_idle() const { return jobs_.empty(); }

 private:
  struct Server {
    std::string url;
    bool is_dead = false;  // it could not be reached: not asked again
  };
  struct Job;
  struct Transfer;

  void start(Job& job);
  void add_transfer(Job& job, Server& server);
  static std::size_t receive(char* data, std::size_t size, std::size_t count, void* transfer);
  void finish(Transfer& transfer, CURLcode code);
  void end(Job& job);
  void next_artifact(Job& job);
  std::string unreached() const;  // the servers that do not answer
  void settle(Job& job, Answer::Kind kind, std::string text);

  std::deque<Server> servers_;
  ClientCache cache_;
  Limits limits_;
  Tell tell_;
  Note note_;
  CURLM* multi_;
  std::vector<std::unique_ptr<Job>> jobs_;
};

}  // namespace symkit::fetch
