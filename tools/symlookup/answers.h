// Looks up lines that are addresses, in order: one by one as they arrive, or on all cores when many are
// waiting.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/rewrite/address_lines.h"
#include "ground/io/input.h"
#include "ground/io/lines.h"
#include "ground/print/output.h"
#include "symlookup/answerer.h"
#include "symlookup/distinct.h"
#include "symlookup/guesses.h"

namespace symkit::symlookup {

class Answers : public rewrite::AddressLines {
 public:
  Answers(const Options& options, const Images& images, print::Output& output)
      : options_(options), images_(images), output_(output), own_(options, images) {
    if (options.guess) guesses_.emplace(options, images);
  }

  void answer(std::uint64_t address, std::string_view as_given);
  void expect(std::span<const std::uint64_t> addresses) { own_.expect(addresses); }

  bool is_address(std::string_view line) const override;
  bool answer_line(std::string_view line) override;
  bool append_guess(std::string_view line, std::string& out) override {
    const bool guessed = guesses_ && guesses_->append(line, out);
    lines_guessed_ += guessed ? 1 : 0;
    return guessed;
  }
  std::size_t lines_guessed() const { return lines_guessed_; }
  // Uses all cores if enough lines are available, up to the first that is not an address; each answer is
  // sent as soon as those before it are.
  Result<rewrite::AddressRun> answer_waiting(io::Lines& lines) override;

  // Replaces each line that is only an address by its answer, sent as soon as no more input is waiting;
  // other lines are copied.
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
  Distinct distinct_;               // for printing each answer once
  std::optional<Guesses> guesses_;  // if requested
  std::size_t lines_guessed_ = 0;
  bool only_addresses_ = true;  // so far
  std::vector<std::pair<std::uint64_t, std::string_view>> words_;
};

}  // namespace symkit::symlookup
