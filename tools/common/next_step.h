// What to do if something was not found: the next step, if there is one, for each reason in a summary.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ground/base/words.h"

namespace symkit::tools {

struct NextStep {
  std::string_view reason;  // or its beginning, then with a blank at the end
  std::string_view step;
};

// "no symbols with this UUID; find the file …"
inline std::string with_next_step(std::string_view reason, std::span<const NextStep> steps) {
  for (const NextStep& known : steps)
    if (reason == known.reason || (known.reason.ends_with(' ') && reason.starts_with(known.reason)))
      return say(reason, "; ", known.step);
  return std::string(reason);
}

}  // namespace symkit::tools
