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

inline constexpr std::string_view no_memory =
    "there is not enough memory here at the moment; try again later";

// Of one body or answer; more of it goes into a file.
inline constexpr std::size_t most_in_memory = std::size_t{1} << 20;

class Spool {
 public:
  // `folder`: for the file. `changed` is called from the writer's thread whenever there is something new.
  Spool(std::string folder, std::function<void()> changed);
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool();

  // The writer's. False: nobody reads any more, or there is no room, which is a failure then. It throws
  // nothing.
  bool write(std::string_view text) noexcept;
  // All was written; or no more will be, for this reason, which HTTP has this status for.
  void end(std::optional<std::string> failure = {}, unsigned status = 422);

  // There is no memory to say more of it.
  void lack_memory() noexcept;

  // The reader's. Empty: nothing is at hand.
  std::string take(std::size_t most);
  struct State {
    bool has_text = false;
    bool has_ended = false;
    std::optional<std::string> failure = {};
    unsigned status = 0;  // of the failure
  };
  State state() const;
  void abandon();

 private:
  bool keep(std::string_view text);
  void append(std::string_view text);
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
  std::optional<std::string> failure_;  // the first
  unsigned status_ = 0;
  bool lacks_memory_ = false;
};

// A file in the folder that nobody else sees, and that is gone when it is closed; -1 where there can be none.
int nameless_file(const std::string& folder);

}  // namespace symkit::http
