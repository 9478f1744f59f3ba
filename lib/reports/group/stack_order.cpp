#include "reports/group/stack_order.h"

#include <algorithm>

namespace symkit::group {

void turn_round(std::vector<ShownFrame>& frames) {
  std::ranges::reverse(frames);
  for (auto at = frames.begin(); at != frames.end();) {
    const auto behind =
        std::find_if(at + 1, frames.end(), [](const ShownFrame& one) { return !one.inlined; });
    std::reverse(at, behind);
    at = behind;
  }
}

}  // namespace symkit::group
