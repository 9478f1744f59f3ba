// Looks up addresses one after the other, and appends the answers to a text. Each thread has its own;
// they share images and texts.
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

  // Addresses that will be looked up next: for an image in parts, all parts needed are fetched at once.
  void expect(std::span<const std::uint64_t> addresses);
  // `as_given` is printed if nothing is known.
  void answer(std::uint64_t address, std::string_view as_given, std::string& out);

  // Answers each address. `after_each` is called after each.
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

  // From the options that say where an image was loaded.
  static std::optional<ImageOffset> offset_in(const Options& options, const index::Facts& facts,
                                              std::uint64_t address);
  // In the requested format.
  static void print(const Options& options, const print::Located& located, bool blank_line, std::string& out);

  bool blank_line_after_each = false;

 private:
  struct Asked {
    AddressLine line;
    std::optional<ImageOffset> offset = {};  // in the first image
    std::size_t number = not_looked_up;      // in the lookup of several
  };
  static constexpr std::size_t not_looked_up = SIZE_MAX;
  void take_group(std::span<const AddressLine>& lines);
  void expect_lines(std::span<const AddressLine> lines);
  void answer(const Asked& asked, std::string& out);
  void look_up(std::size_t image, const Asked& asked, symbolize::FrameAnswer& answer);

  const Options& options_;
  const Images& images_;
  std::vector<symbolize::ImageResolver> resolvers_;  // one for each image
  bool is_in_one_piece_ = true;                      // each image
  std::size_t expected_ = 0;                         // number of lines announced
  std::vector<Asked> group_;                         // as many as a resolver looks up at once
  std::vector<ImageOffset> offsets_;
  rewrite::Description description_;
  Summary summary_;
};

}  // namespace symkit::symlookup
