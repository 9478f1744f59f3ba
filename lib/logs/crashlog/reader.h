// Reads a log of any kind line by line: which lines are frames, and what they say. The format is detected
// for each line, not for the file: one log may contain a sanitizer's report and then a tombstone.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/format.h"
#include "logs/crashlog/line_filter.h"
#include "logs/crashlog/plain_line.h"
#include "logs/crashlog/prefix_column.h"
#include "logs/crashlog/stack_positions.h"

namespace symkit::crashlog {

class Reader {
 public:
  // How a line is to be read.
  enum class As : std::uint8_t {
    Line,
    LineOrTexts,  // as a line, unless it contains texts of its own that are worth reading
    Fragment      // one text of several in a line: if it is nothing, it does not end a stack
  };
  // A longer line is not a frame.
  static constexpr std::size_t longest_line = 16 * 1024;

  explicit Reader(ReadFor wanted = ReadFor::Answers);

  // `raw` includes its line end. Spans in a frame count from the first byte of `raw`; its views are valid
  // until the next call.
  Found read(std::string_view raw, Frame& frame, As as = As::Line);
  // The same for a line in which nothing is to be looked up: names only, if those are wanted.
  Found read_names(std::string_view raw, Frame& frame, As as);
  // Completes a frame from a document in the log.
  void settle(Frame& frame) { positions_.settle(frame); }
  // Another log begins, with this text as far as it is known.
  void begin_log(std::string_view beginning);
  // The next line belongs to another stack.
  void end_stack() { positions_.end_all(); }

  // The size of the whole lines at the beginning of the text that need not be read, because they say
  // nothing. The text begins with a line. A caller that skips them calls pass_plain_lines().
  std::size_t plain_lines(std::string_view text) const;
  void pass_plain_lines(std::string_view lines);

  // Reads the line that was read last and was a frame again: more is known of its image now.
  Found read_again(std::string_view raw, Frame& frame);

  // The next frame of the line that was read last, if the line has several.
  bool read_further(Frame& frame);

  // Where the text of the line that was read last begins after its prefix; nothing: it is too long.
  std::optional<std::size_t> start() const { return start_; }
  // Whether a column that ends there was found in that line: those before it may have it, too.
  bool begins_column() const { return column_.is_new(); }

  Report& report() { return report_; }
  const Report& report() const { return report_; }
  // The escape sequences within the frame's replaced bytes.
  const std::string& colours() const { return colours_; }

 private:
  const LineFilter& filter() const;
  bool read_settled(std::size_t start, Frame& frame);
  bool is_of_interest(std::string_view text);
  bool holds_texts(std::string_view text, std::size_t start, bool is_of_interest) const;
  Found ask_formats(std::size_t start, Frame& frame);
  Found ask_named_formats(std::size_t start, Frame& frame, Found before);
  bool names_in_texts(std::string_view text, std::size_t start) const;
  std::size_t find_start(std::string_view text, std::size_t start, As as);
  bool has_heading(std::string_view line, std::size_t start) const;
  Found ask_all(std::size_t start, bool is_wanted, Frame& frame, Found& before);
  Found ask_further(Found found, Frame& frame, Found& before);
  void find_begin(std::span<const std::size_t> starts, Frame& frame, Found& before);
  Found ask_at(std::size_t start, Frame& frame, Found& before);
  void confirm(std::size_t start);
  void finish_line(Found before, Found found, Frame& frame, As as);
  void complete(Frame& frame);
  void place(Frame& frame);
  void settle_in_stack(Frame& frame);
  std::string_view prefix() const;

  std::vector<std::unique_ptr<Format>> formats_;
  Takers takers_;  // of the line that was read last
  PlainLine line_;
  Report report_;
  PrefixColumn column_;
  StackPositions positions_;
  std::string colours_;
  Format* last_format_ = nullptr;
  std::size_t read_up_to_ = 0;  // in the line without colours
  std::optional<std::size_t> start_;
};

}  // namespace symkit::crashlog
