// Answers lines that are addresses, in order: one by one where they come one by one, on all cores where many
// are waiting.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "io/input.h"
#include "io/lines.h"
#include "print/output.h"
#include "symlookup/answerer.h"

namespace symkit::symlookup {

// Lines that are addresses, and were answered.
struct AddressRun {
  std::uint64_t lines = 0;
  std::optional<io::Line> next;  // the first that is none; nothing at the end of the input
};

class Answers {
 public:
  Answers(const Options& options, const Images& images, print::Output& output)
      : options_(options), images_(images), output_(output), own_(options, images) {}

  void answer(std::uint64_t address, std::string_view as_given);

  // Whether the line is an address, or several, and nothing else: then they were answered.
  bool answer_line(std::string_view line);

  // Whether it is worth to answer what is at hand on all cores. Then answer_run does, up to the first line
  // that is none; each answer is sent on as soon as those before it are.
  static bool many_at_hand(const io::Lines& lines);
  Result<AddressRun> answer_run(io::Lines& lines);

  // An answer for each address of the lines that are nothing else, sent on as soon as no more input is
  // waiting; other lines pass through.
  Result<void> answer_lines(io::Input& input);

  Summary summary() const;

  bool blank_line_after_each = false;

 private:
  bool answer_several(std::string_view text);

  const Options& options_;
  const Images& images_;
  print::Output& output_;
  Answerer own_;
  Summary of_workers_;
  bool only_addresses_ = true;  // so far
  std::vector<std::pair<std::uint64_t, std::string_view>> words_;
};

}  // namespace symkit::symlookup
