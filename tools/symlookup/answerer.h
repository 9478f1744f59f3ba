// Answers addresses, one after the other, onto the end of a text. Each thread has one of its own; they share
// the images and the names that were made readable.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "print/frames.h"
#include "rewrite/description.h"
#include "symlookup/images.h"
#include "symlookup/options.h"
#include "symlookup/summary.h"

namespace symkit::symlookup {

using Images = std::vector<std::unique_ptr<Image>>;

class Answerer {
 public:
  Answerer(const Options& options, const Images& images);

  // `as_given` is what is printed where nothing is known.
  void answer(std::uint64_t address, std::string_view as_given, std::string& out);

  // Lines: an answer for each that is an address; others as they are. `after_each` is called after each.
  template <class AfterEach>
  void answer_lines(std::string_view lines, std::string& out, AfterEach after_each) {
    while (!lines.empty()) {
      take_group(lines);
      for (std::size_t i = 0; i < group_.size(); ++i) {
        answer_asked(i, out);
        after_each();
      }
    }
  }

  const Summary& summary() const { return summary_; }

  // By what the options say of where an image was.
  static std::optional<ImageOffset> offset_in(const Options& options, const index::NativeIndex& index,
                                              std::uint64_t address);
  // In the form that was asked for.
  static void print(const Options& options, const print::Located& located, bool blank_line, std::string& out);

  bool blank_line_after_each = false;

 private:
  struct Asked {
    std::string_view line;
    std::string_view given;  // the address in it
    std::optional<std::uint64_t> address;
    std::optional<ImageOffset> offset = {};  // in the first image
    std::size_t number = not_looked_up;      // in what that was asked
  };
  static constexpr std::size_t not_looked_up = SIZE_MAX;
  void take_group(std::string_view& lines);
  void answer_asked(std::size_t number, std::string& out);
  void answer(const Asked& asked, std::string& out);
  void look_up(std::size_t image, const Asked& asked, symbolize::FrameAnswer& answer);

  const Options& options_;
  const Images& images_;
  std::vector<symbolize::Resolver> resolvers_;  // one for each image
  std::vector<Asked> group_;                    // as many as a resolver answers at once
  std::vector<ImageOffset> offsets_;
  rewrite::Description description_;
  Summary summary_;
};

}  // namespace symkit::symlookup
