// Answers the JavaScript frames of a log as its lines come: a frame whose map is found gets its original,
// everything else passes on as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "answers/sourcemap/debug_ids.h"
#include "answers/sourcemap/log_work.h"
#include "answers/sourcemap/many_lines.h"
#include "answers/sourcemap/script_stacks.h"
#include "answers/sourcemap/text_rewriter.h"
#include "ground/stream/line_taker.h"
#include "logs/crashlog/document_lines.h"

namespace symkit::sourcemap {

class ScriptLines final : public stream::Answerer {
 public:
  ScriptLines(const LogWork& work, stream::LineTaker& next)
      : Answerer(next),
        work_(work),
        debug_ids_(work.finder),
        text_(work.resolver, work.tally, work.style, next),
        many_lines_(work, next.only_written_to() != nullptr) {}

  void begin(io::Input& log) override;
  Result<void> take(const io::Line& line, std::uint64_t number) override;
  Result<std::uint64_t> take_many(io::Lines& lines, std::uint64_t number) override;

 private:
  Result<void> finish_own() override;

  void take_line(std::string_view line, std::uint64_t number);
  void take(const crashlog::LogLine& line);
  void take_document(const crashlog::LogLine& document);
  std::optional<std::string> take_objects(std::string_view line, std::uint64_t number);
  void take_text(std::string_view line, std::uint64_t number);
  void release_all();

  LogWork work_;
  DebugIds debug_ids_;
  TextRewriter text_;
  ManyLines many_lines_;
  crashlog::DocumentLines documents_{may_hold_script_stacks};
};

}  // namespace symkit::sourcemap
