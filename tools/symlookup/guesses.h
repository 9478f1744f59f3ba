// --guess: in a log of no known kind, numbers that may be addresses of the images that -o names. What they
// would be is said behind their line.
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

  // "  # 0x401136: main (in kiosk) (kiosk.c:12); …"; false, and nothing, where no number of the line lies in
  // a function.
  bool append(std::string_view line, std::string& out);

 private:
  bool append_number(std::string_view text, bool is_first, std::string& out);

  const Options& options_;
  const Images& images_;
  std::vector<ImageDesk> desks_;  // one for each image
  rewrite::Description description_;
};

}  // namespace symkit::symlookup
