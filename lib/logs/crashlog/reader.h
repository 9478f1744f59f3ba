// Reads a log of any kind line by line: which lines are frames, and what they say. Detection is by line, not
// by file: one log may hold a sanitizer's report, then a tombstone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/return_address.h"
#include "logs/crashlog/format.h"
#include "logs/crashlog/line_filter.h"
#include "logs/crashlog/plain_line.h"

namespace symkit::crashlog {

class Reader {
 public:
  // What a line is to be read as.
  enum class As : std::uint8_t {
    Line,
    LineOrTexts,  // the same, unless it holds texts of its own that are worth reading
    Fragment      // a text of one line among others: where it is nothing, no stack ends with it
  };
  // A longer line is no frame.
  static constexpr std::size_t longest_line = 16 * 1024;

  explicit Reader(ReadFor wanted = ReadFor::Answers);

  // `raw` with its line end. A frame's spans count from the first byte of `raw`; what it views lives until
  // the next call.
  Found read(std::string_view raw, Frame& frame, As as = As::Line);
  // A frame that a document in the log has.
  void settle(Frame& frame) { position_.settle(frame); }
  // What comes next is of another stack.
  void end_stack() { position_.other_text(); }

  // How many bytes at the text's beginning, which is that of a line, are whole lines that say nothing: they
  // need not be read. To pass them over is to be told.
  std::size_t plain_lines(std::string_view text) const;
  void pass_plain_lines() { end_stack(); }

  // The line that was read last and was a frame: more is known of its image now.
  Found read_again(std::string_view raw, Frame& frame);

  // The next frame of the line that was read last, where a line has several.
  bool read_further(Frame& frame);

  Report& report() { return report_; }
  const Report& report() const { return report_; }
  // The escape sequences within the frame's replaced bytes.
  const std::string& colours() const { return colours_; }

 private:
  const LineFilter& filter() const;
  bool is_of_interest(std::string_view text);
  bool holds_texts(std::string_view text, std::size_t start, bool is_of_interest) const;
  Found ask_formats(std::size_t start, Frame& frame);
  Found ask_named_formats(std::size_t start, Frame& frame, Found before);
  void complete(Frame& frame);

  std::vector<std::unique_ptr<Format>> formats_;
  Takers takers_;  // of the line that was read last
  PlainLine line_;
  Report report_;
  StackPosition position_;
  StackPosition position_before_;  // the frame that was read last
  std::string colours_;
  Format* last_format_ = nullptr;
  std::size_t read_up_to_ = 0;  // in the line without colours
};

}  // namespace symkit::crashlog
