// A tool's output: buffered, and sent on request or when the buffer is full. A reader that went away (a
// closed pipe) is not an error: it ends the output quietly.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "ground/base/result.h"

namespace symkit::print {

class Output {
 public:
  // The descriptor stays the caller's; errors call it `name`. The tool must ignore SIGPIPE.
  explicit Output(int descriptor = 1, std::string name = "standard output");
  // Receives what is written; false: there is no reader any more.
  using Taker = std::function<bool(std::string_view text)>;
  explicit Output(Taker taker);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // sends what is left; to see errors, flush first

  void write(std::string_view text) {
    if (text.size() >= large_size) return write_now(text);
    buffer_ += text;
    if (buffer_.size() >= full_size) send();
  }

  // Sends what was buffered, then this text, without buffering it.
  void write_now(std::string_view text);

  // For appending directly; call written() afterwards.
  std::string& buffer() { return buffer_; }
  void written() {
    if (buffer_.size() >= full_size) send();
  }

  // Sends what was buffered. After an error every call returns that error, and nothing more is written.
  Result<void> flush();

  // Everything is sent from within `around`, which must call its argument. For output that other lines on
  // the terminal must make way for.
  using Around = std::function<void(const std::function<void()>& send)>;
  void send_within(Around around) { around_ = std::move(around); }

  // There is no reader any more, or writing failed: it is time to stop.
  bool stopped() const { return stopped_; }

 private:
  static constexpr std::size_t full_size = 128 * 1024;
  static constexpr std::size_t large_size = 32 * 1024;  // from this size on, copying into the buffer is
                                                        // not worth it

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

// Call this from a tool's main before writing: a closed pipe is then reported as a value and does not
// kill the tool.
void ignore_broken_pipes();

}  // namespace symkit::print
