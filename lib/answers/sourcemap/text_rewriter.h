// The frames of a log's text, line by line: each whose map is found gets its original, all else passes as it
// came.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/sourcemap/resolver.h"
#include "answers/sourcemap/source_lines.h"
#include "answers/sourcemap/stack_line.h"
#include "answers/sourcemap/tally.h"
#include "ground/io/added_lines.h"

namespace symkit::sourcemap {

struct TextStyle {
  bool json = false;
  bool skip_ignored = false;
  bool color = false;
  unsigned context = 0;
  io::AddedLines* added = nullptr;  // is told where inlined calls became lines; null: nobody is
};

class TextRewriter {
 public:
  TextRewriter(Resolver& resolver, Tally& tally, TextStyle style)
      : resolver_(resolver), tally_(tally), style_(style), source_lines_(style.context) {}

  // A whole line of the log, of this number. What becomes of it is put behind `out`, or of the next line's.
  void take(std::string_view line, std::uint64_t number, std::string& out);
  // Whole lines, from this number on, that are at hand together.
  void take_all(std::string_view lines, std::uint64_t number, std::string& out);
  // What waits for the next line goes out without it …
  void release(std::string& out) { release({}, out); }
  // … or with what that line tells, which somebody else takes.
  void release_before(std::string_view next, std::string& out);

 private:
  // A line and its frames.
  struct Found {
    std::string_view line;
    std::vector<StackFrame> frames;
    FrameTexts texts;  // that they view
  };

  void find(std::string_view line);
  void take_found(std::string_view line, std::uint64_t number, std::string& out);
  void resolve();
  void hold(std::string_view line, std::uint64_t number);
  void release(std::string_view called, std::string& out);
  void write(std::string_view line, std::uint64_t number, std::string& out);
  void write_text(std::string_view line, std::uint64_t number, std::string& out);
  void write_line(std::string_view line, std::size_t inlined, std::string& out);
  void write_json(std::uint64_t number, std::string& out);
  std::size_t write_inlined(std::string_view line, std::size_t frame, std::size_t from, std::string& out);
  bool is_left_out() const;

  Resolver& resolver_;
  Tally& tally_;
  TextStyle style_;
  SourceLines source_lines_;
  std::vector<StackFrame> frames_;
  FrameTexts texts_;  // that they view
  std::vector<Answer> answers_;
  std::vector<Found> ahead_;
  // A line whose last frame waits for the next one, which may know its name.
  bool holds_ = false;
  std::string held_line_;
  std::uint64_t held_number_ = 0;
  std::vector<Answer> held_answers_;
};

}  // namespace symkit::sourcemap
