// Cuts an input into lines, byte for byte: joined together they are the input. Available lines are
// returned before more input is requested, and memory stays bounded for any input.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::io {

struct Line {
  std::string_view text;     // with its "\n" or "\r\n", if it has one; valid until the next call of next()
  bool begins = true;        // false: a further piece of a line that is too long for one piece
  bool ends = true;          // false: the line continues in the next piece
  bool is_answered = false;  // its frames have been named, so nobody else looks for theirs
};

class Lines {
 public:
  static constexpr std::size_t longest_line = 16 * 1024 * 1024;

  explicit Lines(Input& input, std::size_t longest = longest_line) : input_(input), longest_(longest) {}

  // The next line; nothing at the end. An error is reported once, after everything that came before it.
  Result<std::optional<Line>> next();

  // Reads what is available until there is a line, and waits up to `patience` for that. False: next() may
  // wait.
  bool ready(std::chrono::milliseconds patience = {});
  // Reads what is available, even if there is a line already. False: nothing, as far as can be told
  // without waiting.
  bool more();
  // The line that next() returns next, if that is a complete line that has been read; else empty.
  std::string_view whole_line() const;
  // Lines that have been read, together: as many complete ones as fit into `most` bytes, but at least
  // one. Empty if there is none, or one that next() returns in pieces. Valid as long as the result of
  // next().
  std::string_view whole_lines(std::size_t most);
  // The bytes that these lines come from.
  std::string_view at_hand() const { return {buffer_.get() + begin_, end_ - begin_}; }

  // Whether next() has a line ready. If not, it may wait for input, so it is time to flush the output.
  bool buffered() const { return line_end_ != 0; }

 private:
  bool fill();
  void make_room();
  void find_line_end();
  Line take(std::size_t size, bool ends);

  Input& input_;
  std::size_t longest_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;  // of what was not returned yet
  std::size_t end_ = 0;
  std::size_t searched_ = 0;  // there is no line end between begin_ and here
  std::size_t line_end_ = 0;  // after the first line's end; 0: not in the buffer
  bool within_line_ = false;
  std::optional<Error> error_;
};

}  // namespace symkit::io
