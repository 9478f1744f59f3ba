#include "answers/symbolize/frame_answer.h"

namespace symkit::symbolize {

std::string_view FrameAnswer::why_nothing(const index::Facts& facts) const {
  if (offset && facts.is_trampoline({*offset})) return "the code that a signal handler returns to";
  return looked_up < facts.end.value ? "no function at this address" : outside_the_image;
}

}  // namespace symkit::symbolize
