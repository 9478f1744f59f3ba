// Uploads that were announced, and their outcome. If several machines have a file, only one sends it, and
// a file that could not be used is not sent again. Thread-safe. Included only by sources of this folder.
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
    std::string hash = {};  // the sender's own; used only to recognize the same file
    std::int64_t size = 0;  // 0: not given
    enum class State : std::uint8_t { Expected, Taken, Refused };
    State state = State::Expected;
    Clock::time_point changed = Clock::now();
  };

  // The file of this key; nothing if it was announced too long ago to be expected still, or refused more
  // than an hour ago.
  std::optional<File> find(const std::string& key) const;
  // Adds a file with an upload id of its own; nothing if another client announced it first.
  std::optional<File> announce(const std::string& key, const std::string& hash, std::int64_t size);
  void settle(const std::string& key, const std::string& upload_id, File::State state);

 private:
  static bool counts(const File& file);
  void make_room();

  mutable std::mutex lock_;  // guards the members below
  std::map<std::string, File> files_;
};

}  // namespace symkit::rpc
