// Cuts an input into lines, byte for byte: what is put together again is what came in. Lines that are there
// are given before more is asked for, and memory stays bounded whatever the input holds.
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
  std::string_view text;  // with its "\n" or "\r\n", if it has one; valid until the next call of next()
  bool begins = true;     // false: a further piece of a line too long to be given at once
  bool ends = true;       // false: the line goes on in the next piece
};

class Lines {
 public:
  static constexpr std::size_t longest_line = 16 * 1024 * 1024;

  explicit Lines(Input& input, std::size_t longest = longest_line) : input_(input), longest_(longest) {}

  // The next line; nothing at the end. An error is told once, after all that came before it.
  Result<std::optional<Line>> next();

  // Reads what the input has for now, so long as no line is at hand, and waits up to `patience` for that.
  // False: next() may wait.
  bool ready(std::chrono::milliseconds patience = {});
  // Reads what the input has for now, though a line is at hand. False: nothing, as far as can be told without
  // waiting.
  bool more();
  // What next() gives next, where that is a whole line at hand; else empty.
  std::string_view whole_line() const;
  // Lines that are at hand, together: as many whole ones as fit into so many bytes, but at least one. Empty
  // where none is, or one that next() gives in pieces. Valid as long as next()'s.
  std::string_view whole_lines(std::size_t most);
  // What they will be taken from.
  std::string_view at_hand() const { return {buffer_.get() + begin_, end_ - begin_}; }

  // Whether next() has a line at hand. Where not, it may wait for input: the time to flush the output.
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
  std::size_t begin_ = 0;  // what was not given yet
  std::size_t end_ = 0;
  std::size_t searched_ = 0;  // no line ends between begin_ and here
  std::size_t line_end_ = 0;  // behind the first line's end; 0: not in the buffer
  bool within_line_ = false;
  std::optional<Error> error_;
};

}  // namespace symkit::io
