// Files that servers have, asked for by id through symkit-fetch: a process, since a library for HTTP would
// cost each start more than all the rest. Many are on their way at once.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "base/image_id.h"
#include "base/result.h"
#include "fetch/servers.h"

namespace symkit::fetch {

struct DownloadOptions {
  Servers servers;
  bool shows_progress = false;
  std::string program = {};  // empty: where symkit-fetch is installed
};

// Serves any number of threads.
class Downloads {
 public:
  explicit Downloads(DownloadOptions options);
  Downloads(const Downloads&) = delete;
  Downloads& operator=(const Downloads&) = delete;
  ~Downloads();

  // It will be wanted: it is asked for now, and nobody waits. `name` is for messages.
  void expect(const ImageId& id, std::string_view name);
  // The path of the file, once it is here; an error says why there is none.
  Result<std::string> get(const ImageId& id, std::string_view name);
  // It turned out to be another image's: where it came in this run, it does not stay in the cache.
  void reject(const ImageId& id);

 private:
  struct Wanted {
    bool is_settled = false;
    bool is_new = false;  // it came from a server just now
    Result<std::string> path{};
  };

  void ask(const ImageId& id, std::string_view name);
  bool start();
  void listen();
  void settle(std::string_view line);
  void give_up(std::string_view why);

  DownloadOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<ImageId, Wanted> wanted_;
  std::string trouble_;  // why nothing can be asked for any more
  int process_ = -1;
  int questions_ = -1;
  int answers_ = -1;
  std::thread listener_;
};

}  // namespace symkit::fetch
