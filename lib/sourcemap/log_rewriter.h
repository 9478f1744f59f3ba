// Rewrites a log: each frame whose map is found gets its original, all else passes as it came.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crashlog/document_lines.h"
#include "io/added_lines.h"
#include "io/input.h"
#include "io/lines.h"
#include "print/output.h"
#include "sourcemap/debug_ids.h"
#include "sourcemap/resolver.h"
#include "sourcemap/script_stacks.h"
#include "sourcemap/source_lines.h"
#include "sourcemap/stack_line.h"
#include "sourcemap/tally.h"

namespace symkit::sourcemap {

struct LogWork {
  Finder& finder;
  Resolver& resolver;
  print::Output& output;
  Tally& tally;  // is told of each frame
  bool json = false;
  bool skip_ignored = false;
  bool color = false;
  unsigned context = 0;
  io::AddedLines* added = nullptr;  // is told where inlined calls became lines; null: nobody is
};

class LogRewriter {
 public:
  explicit LogRewriter(const LogWork& work)
      : work_(work), debug_ids_(work.finder), source_lines_(work.context) {}

  Result<void> rewrite(io::Input& input);

  // The same in steps, for who has the lines of a log: all of them, then the end.
  void take(const io::Line& line);
  void finish() { release_all(); }

  std::uint64_t lines() const { return lines_before_ + line_number_; }

 private:
  void take_line(std::string_view line);
  void take(const crashlog::LogLine& line);
  void take_document(const crashlog::LogLine& document);
  std::optional<std::string> take_objects(std::string_view line);
  void take_text(std::string_view line);
  void pass(std::string_view bytes);
  void find(std::string_view line);
  void hold(std::string_view line);
  void release(std::string_view called);
  void release_all();
  void write(std::string_view line, std::uint64_t number);
  void write_text(std::string_view line, std::uint64_t number);
  void write_line(std::string_view line, std::size_t inlined);
  void write_json(std::uint64_t number);
  std::size_t write_inlined(std::string_view line, std::size_t frame, std::size_t from);
  bool is_left_out() const;

  LogWork work_;
  DebugIds debug_ids_;
  SourceLines source_lines_;
  std::vector<StackFrame> frames_;
  FrameTexts texts_;  // that they view
  std::vector<Answer> answers_;
  std::uint64_t lines_before_ = 0;  // of other inputs
  std::uint64_t line_number_ = 0;
  std::uint64_t taken_number_ = 0;  // of the line that is looked at
  crashlog::DocumentLines documents_{may_hold_script_stacks};
  // A line whose last frame waits for the next one, which may know its name.
  bool holds_ = false;
  std::string held_line_;
  std::uint64_t held_number_ = 0;
  std::vector<Answer> held_answers_;
};

}  // namespace symkit::sourcemap
