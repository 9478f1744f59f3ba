// Answers the Java frames of a log as its lines come: a line passes on, with its names restored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "answers/retrace/class_stacks.h"
#include "answers/retrace/scribe.h"
#include "answers/retrace/waiting_lines.h"
#include "ground/print/output.h"
#include "ground/stream/line_taker.h"
#include "logs/crashlog/document_lines.h"

namespace symkit::retrace {

struct LogWork {
  RewriteOptions how;
  MappingSource& mappings;
  print::Output& output;  // JSON objects are written to it
  Told told = Told::Nothing;
  bool choose_ahead = false;  // several mappings: an exception waits for the frame that names its mapping
};

class JavaLines final : public stream::Answerer {
 public:
  JavaLines(const LogWork& work, stream::LineTaker& next)
      : Answerer(next), work_(work), scribe_(work.how, work.mappings, work.told), waiting_(work.mappings) {}

  void begin(io::Input& log) override;
  Result<void> take(const io::Line& line, std::uint64_t number) override;
  Result<void> take_all(std::string_view lines, std::uint64_t number) override;

  const Counts& counts() const { return scribe_.counts(); }

  // For those who divide the log: whether they may do so after the last line, and what the lines before a
  // part mean for it.
  bool may_be_divided() const { return log_ == nullptr && !is_of_documents_ && waiting_.empty(); }
  Retracer& retracer() { return scribe_.rewriter().retracer(); }

 private:
  std::optional<std::chrono::milliseconds> own_patience() const override;
  Result<void> release_own() override { return waiting_.release(write_); }
  Result<void> finish_own() override;

  void guess_documents(std::string_view first);
  bool passes_plain_lines() const;
  Result<void> take_in_document(std::string_view line, std::uint64_t number);
  Result<void> take_line(std::string_view line, std::uint64_t number);
  Result<void> write(std::string_view line, std::uint64_t number);
  Result<void> write_document(const crashlog::LogLine& document);

  LogWork work_;
  Scribe scribe_;
  WaitingLines waiting_;
  const WaitingLines::Write write_ = [this](std::string_view line, std::uint64_t number) {
    return write(line, number);
  };
  std::string text_;          // of the line being written
  io::Input* log_ = nullptr;  // before its first line is taken
  bool is_of_documents_ = false;
  crashlog::DocumentLines documents_{may_hold_class_stacks};
};

}  // namespace symkit::retrace
