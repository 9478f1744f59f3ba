// --guess: in a log of unknown format, numbers that may be addresses in the images named by -o. The
// possible meanings are appended to the line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/description.h"
#include "symlookup/answerer.h"
#include "symlookup/images.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

class Guesses {
 public:
  Guesses(const Options& options, const Images& images);

  // Appends "  # 0x401136: main (in kiosk) (kiosk.c:12); …"; returns false if no number of the line is in
  // a function.
  bool append(std::string_view line, std::string& out);

 private:
  bool append_number(std::string_view text, bool is_first, std::string& out);

  const Options& options_;
  const Images& images_;
  std::vector<symbolize::ImageResolver> resolvers_;  // one for each image
  rewrite::Description description_;
};

}  // namespace symkit::symlookup
