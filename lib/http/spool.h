// What waits to be sent, between a thread that answers and a client that may read slowly, or not before it
// has sent all of its own: in memory as far as that is little, behind that in a file without a name. Who
// writes never waits for who reads, unless there is no room for a file.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::http {

class Spool {
 public:
  // `folder`: for the file. `changed` is called from the writer's thread whenever there is something new.
  Spool(std::string folder, std::function<void()> changed);
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool();

  // The writer's. False: nobody reads any more.
  bool write(std::string_view text);
  // All was written; or no more will be, for this reason.
  void end(std::optional<std::string> failure = {});

  // The reader's. Empty: nothing is at hand.
  std::string take(std::size_t most);
  struct State {
    bool has_text = false;
    bool has_ended = false;
    std::optional<std::string> failure = {};
  };
  State state() const;
  void abandon();

 private:
  static constexpr std::size_t most_in_memory = std::size_t{1} << 20;

  bool write_file(std::string_view text);
  bool has_text() const { return taken_ < memory_.size() || file_taken_ < file_size_; }

  std::string folder_;
  std::function<void()> changed_;
  mutable std::mutex lock_;  // of what follows
  std::condition_variable room_;
  std::string memory_;
  std::size_t taken_ = 0;  // of it
  int file_ = -1;
  std::uint64_t file_size_ = 0;
  std::uint64_t file_taken_ = 0;
  bool ended_ = false;
  bool abandoned_ = false;
  std::optional<std::string> failure_;
};

// A file in the folder that nobody else sees, and that is gone when it is closed; -1 where there can be none.
int nameless_file(const std::string& folder);

}  // namespace symkit::http
