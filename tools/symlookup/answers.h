// Answers each line of an input, in order: one by one where lines come one by one, on all cores where many
// are waiting.
#pragma once

#include "io/input.h"
#include "io/lines.h"
#include "symlookup/answerer.h"
#include "text/output.h"

namespace symkit::symlookup {

class Answers {
 public:
  Answers(const Options& options, const Images& images, text::Output& output)
      : options_(options), images_(images), output_(output), own_(options, images) {}

  void answer(std::uint64_t address, std::string_view as_given);

  // An answer for each line that is an address, sent on as soon as no more input is waiting; other lines
  // pass through.
  Result<void> answer_lines(io::Input& input);

  Summary summary() const;

  bool blank_line_after_each = false;

 private:
  Result<void> answer_on_all_cores(io::Lines& lines, unsigned workers);

  const Options& options_;
  const Images& images_;
  text::Output& output_;
  Answerer own_;
  Summary of_workers_;
};

}  // namespace symkit::symlookup
