// Answers addresses, one after the other, onto the end of a text. Each thread has one of its own; they share
// the images and the names that were made readable.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "symlookup/images.h"
#include "symlookup/options.h"
#include "symlookup/summary.h"
#include "text/frames.h"

namespace symkit::symlookup {

using Images = std::vector<std::unique_ptr<Image>>;

class Answerer {
 public:
  Answerer(const Options& options, const Images& images);

  // `as_given` is what is printed where nothing is known.
  void answer(std::uint64_t address, std::string_view as_given, std::string& out);

  // An answer where the line is an address; else the line as it is.
  void answer_line(std::string_view line, std::string& out);

  const Summary& summary() const { return summary_; }

  bool blank_line_after_each = false;

 private:
  std::optional<ImageOffset> offset_in(const index::NativeIndex& index, std::uint64_t address) const;
  void print(const text::Located& located, std::string& out) const;

  const Options& options_;
  const Images& images_;
  std::vector<symbolize::Resolver> resolvers_;  // one for each image
  std::vector<text::Frame> frames_;
  Summary summary_;
};

}  // namespace symkit::symlookup
