// Text waiting to be sent, between a thread that answers and a client that may read slowly, or only after
// sending its whole request. A small amount is kept in memory, the rest in a nameless file. The writer
// never waits for the reader, unless no file can be written.
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

inline constexpr std::string_view no_memory = "not enough memory at the moment; try again later";

// For one body or answer; the rest goes into a file.
inline constexpr std::size_t most_in_memory = std::size_t{1} << 20;

class Spool {
 public:
  // `folder`: where the file is created. `changed` is called on the writer's thread whenever there is
  // something new.
  Spool(std::string folder, std::function<void()> changed);
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool();

  // For the writer. Returns false if the reader has gone, or if there is no room, which counts as a
  // failure. Never throws.
  bool write(std::string_view text) noexcept;
  // Ends the text: it is complete, or it failed for this reason, which has this HTTP status.
  void end(std::optional<std::string> failure = {}, unsigned status = 422);

  // Marks the text as failed for want of memory, and needs none itself.
  void lack_memory() noexcept;

  // For the reader. Empty if no text is waiting.
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
  mutable std::mutex lock_;  // guards the members below
  std::condition_variable room_;
  std::string memory_;
  std::size_t taken_ = 0;  // of the text in memory
  int file_ = -1;
  std::uint64_t file_size_ = 0;
  std::uint64_t file_taken_ = 0;
  bool ended_ = false;
  bool abandoned_ = false;
  std::optional<std::string> failure_;  // the first one
  unsigned status_ = 0;
  bool lacks_memory_ = false;
};

// A file in the folder that has no name, and that is deleted when it is closed; -1 if it cannot be
// created.
int nameless_file(const std::string& folder);

}  // namespace symkit::http
