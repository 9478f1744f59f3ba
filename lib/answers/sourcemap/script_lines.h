// Answers the JavaScript frames of a log as its lines come: a frame whose map is found gets its original,
// everything else passes on as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "answers/sourcemap/debug_ids.h"
#include "answers/sourcemap/log_work.h"
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
        text_(work.resolver, work.tally, work.style, next) {}

  void begin(io::Input& log) override;
  Result<void> take(const io::Line& line, std::uint64_t number) override;

  // For those who divide the log: whether they may do so after the last line.
  bool may_be_divided() const { return !documents_.active() && !debug_ids_.within_object(); }
  // Whether a line means nothing for later ones, but for the one after it. It is asked where the log may be
  // divided.
  bool stands_alone(std::string_view line);
  // Of the lines at the beginning of a text. The last may lack its line end.
  static std::size_t size_without_frames(std::string_view text);
  // Takes lines that stand alone.
  Result<void> take_alone(std::string_view lines, std::uint64_t number);
  // Passes on the last line, as this is the next.
  Result<void> release_before(std::string_view next);

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
  crashlog::DocumentLines documents_{may_hold_script_stacks};
};

}  // namespace symkit::sourcemap
