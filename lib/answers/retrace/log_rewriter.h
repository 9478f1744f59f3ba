// Rewrites a log as a stream: lines in, rewritten lines or JSON out, each as soon as possible.
#pragma once

#include "answers/retrace/ahead.h"
#include "answers/retrace/class_stacks.h"
#include "answers/retrace/crew.h"
#include "ground/io/input.h"
#include "ground/io/lines.h"
#include "logs/crashlog/document_lines.h"

namespace symkit::retrace {

class LogRewriter {
 public:
  explicit LogRewriter(const LogWork& work) : work_(work), crew_(work), ahead_(work.mappings) {}

  Result<void> rewrite(io::Input& input);
  Tally tally() const { return crew_.tally(); }
  std::uint64_t lines() const { return line_number_; }

 private:
  Result<void> take(const io::Line& line);
  void begin(const io::Line& first, io::Input& input);
  Result<void> take_line(std::string_view line, std::uint64_t number);
  Result<void> write(std::string_view line, std::uint64_t number);
  Result<void> write_waiting();
  Result<void> write_all_waiting();

  LogWork work_;
  Crew crew_;
  std::uint64_t line_number_ = 0;
  Ahead ahead_;
  const Ahead::Write write_ = [this](std::string_view line, std::uint64_t number) {
    return write(line, number);
  };
  bool is_of_documents_ = false;
  crashlog::DocumentLines documents_{may_hold_class_stacks};
};

}  // namespace symkit::retrace
