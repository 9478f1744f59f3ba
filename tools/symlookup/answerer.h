// Answers addresses, one after the other, onto the end of a text. Each thread has one of its own; they share
// the images and the names that were made readable.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/description.h"
#include "ground/print/frames.h"
#include "symlookup/address_line.h"
#include "symlookup/images.h"
#include "symlookup/options.h"
#include "symlookup/summary.h"

namespace symkit::symlookup {

using Images = std::vector<std::unique_ptr<Image>>;

class Answerer {
 public:
  Answerer(const Options& options, const Images& images);

  // They will be asked for next: where an image is in parts, all that are needed are fetched at once.
  void expect(std::span<const std::uint64_t> addresses);
  // `as_given` is what is printed where nothing is known.
  void answer(std::uint64_t address, std::string_view as_given, std::string& out);

  // An answer for each. `after_each` is called after each.
  template <class AfterEach>
  void answer_lines(std::span<const AddressLine> lines, std::string& out, AfterEach after_each) {
    while (!lines.empty()) {
      take_group(lines);
      for (const Asked& asked : group_) {
        answer(asked, out);
        after_each();
      }
    }
  }

  const Summary& summary() const { return summary_; }

  // By what the options say of where an image was.
  static std::optional<ImageOffset> offset_in(const Options& options, const index::Facts& facts,
                                              std::uint64_t address);
  // In the form that was asked for.
  static void print(const Options& options, const print::Located& located, bool blank_line, std::string& out);

  bool blank_line_after_each = false;

 private:
  struct Asked {
    AddressLine line;
    std::optional<ImageOffset> offset = {};  // in the first image
    std::size_t number = not_looked_up;      // in what that was asked
  };
  static constexpr std::size_t not_looked_up = SIZE_MAX;
  void take_group(std::span<const AddressLine>& lines);
  void expect_lines(std::span<const AddressLine> lines);
  void answer(const Asked& asked, std::string& out);
  void look_up(std::size_t image, const Asked& asked, symbolize::FrameAnswer& answer);

  const Options& options_;
  const Images& images_;
  std::vector<ImageDesk> desks_;  // one for each image
  bool has_parts_ = false;        // an image that is in parts
  std::size_t expected_ = 0;      // of the lines that come next
  std::vector<Asked> group_;      // as many as a resolver answers at once
  std::vector<ImageOffset> offsets_;
  rewrite::Description description_;
  Summary summary_;
};

}  // namespace symkit::symlookup
