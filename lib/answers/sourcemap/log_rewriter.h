// Rewrites a log: each frame whose map is found gets its original, everything else is copied.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "answers/sourcemap/crew.h"
#include "answers/sourcemap/debug_ids.h"
#include "answers/sourcemap/log_work.h"
#include "answers/sourcemap/script_stacks.h"
#include "answers/sourcemap/text_rewriter.h"
#include "ground/io/input.h"
#include "ground/io/lines.h"
#include "logs/crashlog/document_lines.h"

namespace symkit::sourcemap {

class LogRewriter {
 public:
  explicit LogRewriter(const LogWork& work)
      : work_(work), debug_ids_(work.finder), text_(work.resolver, work.tally, work.style), crew_(work) {}

  Result<void> rewrite(io::Input& input);

  // The same in steps, for callers that read the log: all lines, and then the end.
  void take(const io::Line& line);
  void finish() { release_all(); }

  std::uint64_t lines() const { return lines_before_ + line_number_; }

 private:
  void take_line(std::string_view line);
  void take(const crashlog::LogLine& line);
  void take_document(const crashlog::LogLine& document);
  std::optional<std::string> take_objects(std::string_view line);
  void take_text(std::string_view line);
  Result<void> take_many(io::Lines& lines);
  void release_all();

  LogWork work_;
  DebugIds debug_ids_;
  TextRewriter text_;
  Crew crew_;
  std::uint64_t lines_before_ = 0;  // of other inputs
  std::uint64_t line_number_ = 0;
  std::uint64_t taken_number_ = 0;  // of the current line
  crashlog::DocumentLines documents_{may_hold_script_stacks};
};

}  // namespace symkit::sourcemap
