// Files that were announced before they come, and what became of them: so that of many machines that have one
// only one sends it, and nobody sends again what could not be used. Any number of threads. Only this room's
// own sources include this.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace symkit::rpc {

class Announced {
 public:
  using Clock = std::chrono::steady_clock;

  struct File {
    std::string upload_id;
    std::string hash = {};  // as its sender calls it; it tells what is the same, and nothing more
    std::int64_t size = 0;  // 0: it was not said
    enum class State : std::uint8_t { Expected, Taken, Refused };
    State state = State::Expected;
    Clock::time_point changed = Clock::now();
  };

  // What is known of it, but for what was announced so long ago that nothing comes any more, and for what was
  // refused an hour ago.
  std::optional<File> find(const std::string& key) const;
  // A file with an upload id of its own. Nothing: somebody else was faster.
  std::optional<File> announce(const std::string& key, const std::string& hash, std::int64_t size);
  void settle(const std::string& key, const std::string& upload_id, File::State state);

 private:
  static bool counts(const File& file);
  void make_room();

  mutable std::mutex lock_;  // of what follows
  std::map<std::string, File> files_;
};

}  // namespace symkit::rpc
