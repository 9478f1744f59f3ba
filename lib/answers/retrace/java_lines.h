// Answers the Java frames of a log as its lines come: a line passes on, with its names restored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "answers/retrace/class_stacks.h"
#include "answers/retrace/scribes.h"
#include "answers/retrace/waiting_lines.h"
#include "ground/stream/line_taker.h"
#include "logs/crashlog/document_lines.h"

namespace symkit::retrace {

class JavaLines final : public stream::Answerer {
 public:
  JavaLines(const LogWork& work, stream::LineTaker& next)
      : Answerer(next),
        work_(work),
        scribes_(work, next.only_written_to() != nullptr),
        waiting_(work.mappings) {}

  void begin(io::Input& log) override;
  Result<void> take(const io::Line& line, std::uint64_t number) override;
  Result<std::uint64_t> take_many(io::Lines& lines, std::uint64_t number) override;

  Counts tally() const { return scribes_.tally(); }

 private:
  std::optional<std::chrono::milliseconds> own_patience() const override;
  Result<void> release_own() override { return waiting_.release(write_); }
  Result<void> finish_own() override;

  void guess_documents(std::string_view first);
  Result<void> take_in_document(std::string_view line, std::uint64_t number);
  Result<void> take_line(std::string_view line, std::uint64_t number);
  Result<void> write(std::string_view line, std::uint64_t number);
  Result<void> write_document(const crashlog::LogLine& document);

  LogWork work_;
  Scribes scribes_;
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
