// Rewrites the frames of a log's text, line by line: a frame whose map is found gets its original,
// everything else is copied.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/sourcemap/frames_in_line.h"
#include "answers/sourcemap/resolver.h"
#include "answers/sourcemap/source_lines.h"
#include "answers/sourcemap/tally.h"
#include "ground/stream/line_taker.h"

namespace symkit::sourcemap {

struct TextStyle {
  bool json = false;
  bool skip_ignored = false;
  bool color = false;
  unsigned context = 0;
  bool beside_java = false;  // frames without a column may be Java's: if they have no map, they are not told
};

class TextRewriter {
 public:
  // `next`: receives the rewritten lines, or none if JSON is written.
  TextRewriter(Resolver& resolver, Tally& tally, TextStyle style, stream::LineTaker& next)
      : resolver_(resolver), tally_(tally), style_(style), next_(next), source_lines_(style.context) {}

  // A complete line of the log with its number. It is rewritten now or with the next line. JSON is appended
  // to `objects`.
  void take(std::string_view line, std::uint64_t number, std::string& objects);
  // The same for complete lines that are available together, but not for JSON; `number` is that of the first.
  void take_all(std::string_view lines, std::uint64_t number, std::string& objects);
  // Writes the line that waits for the next one, without the next …
  void release(std::string& objects) { release({}, objects); }
  // … or with the function's name from the next line, which is handled elsewhere.
  void release_before(std::string_view next, std::string& objects);

  // Whether the frames of the last line have been found, since this was asked before.
  bool take_answered() { return std::exchange(is_answered_, false); }
  // What came of passing the lines on so far.
  const Result<void>& passed() const { return passed_; }

 private:
  // A line and its frames.
  struct Found {
    std::string_view line;
    std::vector<script::StackFrame> frames;
    FrameTexts texts;  // that they view
  };

  void find(std::string_view line);
  void take_found(std::string_view line, std::uint64_t number, std::string& objects);
  void resolve();
  void hold(std::string_view line, std::uint64_t number);
  void release(std::string_view called, std::string& objects);
  void write(std::string_view line, std::uint64_t number, std::string& objects);
  void write_text(std::string_view line, std::uint64_t number);
  void pass(std::string_view text, std::uint64_t number, bool is_answered);
  void write_line(std::string_view line, std::size_t inlined, std::string& out);
  void write_json(std::uint64_t number, std::string& objects);
  std::size_t write_inlined(std::string_view line, std::size_t frame, std::size_t from, std::string& out);
  bool all_found() const;
  bool is_left_out() const;
  bool is_of_others(std::size_t frame) const;

  Resolver& resolver_;
  Tally& tally_;
  TextStyle style_;
  stream::LineTaker& next_;
  Result<void> passed_;
  std::string text_;          // that takes a line's place
  bool is_answered_ = false;  // the last line
  SourceLines source_lines_;
  std::vector<script::StackFrame> frames_;
  FrameTexts texts_;  // that they view
  std::vector<Answer> answers_;
  std::vector<Found> ahead_;
  // A line whose last frame waits for the next line, which may have its name.
  bool holds_ = false;
  std::string held_line_;
  std::uint64_t held_number_ = 0;
  std::vector<Answer> held_answers_;
};

}  // namespace symkit::sourcemap
