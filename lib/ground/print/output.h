// What a tool writes: collected, and sent on when asked or when it has become much. A reader that went away
// (a closed pipe) is not an error: it ends the output quietly.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "ground/base/result.h"

namespace symkit::print {

class Output {
 public:
  // The descriptor stays the caller's; `name` is what errors call it. The tool ignores SIGPIPE.
  explicit Output(int descriptor = 1, std::string name = "standard output");
  // Whoever takes what is written; false: nobody reads any more.
  using Taker = std::function<bool(std::string_view text)>;
  explicit Output(Taker taker);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // sends what is left; to learn of an error, flush first

  void write(std::string_view text) {
    if (text.size() >= large_size) return write_now(text);
    buffer_ += text;
    if (buffer_.size() >= full_size) send();
  }

  // Sends what was collected, then this, without collecting it.
  void write_now(std::string_view text);

  // To append to directly; then call written().
  std::string& buffer() { return buffer_; }
  void written() {
    if (buffer_.size() >= full_size) send();
  }

  // Sends what was collected. After an error every call returns that error, and nothing more is written.
  Result<void> flush();

  // Whatever is sent is sent by `around`, which calls what it is given: where lines have to make way for it.
  using Around = std::function<void(const std::function<void()>& send)>;
  void send_within(Around around) { around_ = std::move(around); }

  // Nobody reads any more, or writing failed: it is time to stop.
  bool stopped() const { return stopped_; }

 private:
  static constexpr std::size_t full_size = 128 * 1024;
  static constexpr std::size_t large_size = 32 * 1024;  // what is not worth being copied

  void send();
  void send(std::string_view text);

  int descriptor_ = -1;
  Taker taker_;  // empty: the descriptor
  std::string name_;
  std::string buffer_;
  bool stopped_ = false;
  int error_ = 0;
  Around around_;
};

// To be called by a tool's main before it writes: a closed pipe then is a value, not the tool's death.
void ignore_broken_pipes();

}  // namespace symkit::print
