// Answers addresses: each one given, or each line of an input.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/input.h"
#include "symlookup/images.h"
#include "symlookup/options.h"
#include "symlookup/summary.h"
#include "text/frames.h"
#include "text/output.h"

namespace symkit::symlookup {

class Answers {
 public:
  Answers(const Options& options, std::vector<std::unique_ptr<Image>>& images, text::Output& output)
      : options_(options), images_(images), output_(output) {}

  // `as_given` is what is printed where nothing is known.
  void answer(std::uint64_t address, std::string_view as_given);

  // Whether the line is an address, and nothing else: then it was answered.
  bool answer_line(std::string_view line);

  // An answer for each line that is an address, sent on as soon as no more input is waiting; other lines
  // pass through.
  Result<void> answer_lines(io::Input& input);

  const Summary& summary() const { return summary_; }

  bool blank_line_after_each = false;

 private:
  std::optional<ImageOffset> offset_in(const index::NativeIndex& index, std::uint64_t address) const;
  void print(const text::Located& located);

  const Options& options_;
  std::vector<std::unique_ptr<Image>>& images_;
  text::Output& output_;
  std::vector<text::Frame> frames_;
  Summary summary_;
};

}  // namespace symkit::symlookup
