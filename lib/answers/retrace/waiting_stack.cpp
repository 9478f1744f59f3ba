#include "answers/retrace/waiting_stack.h"

#include <algorithm>
#include <utility>

namespace symkit::retrace {

void WaitingStack::add(std::string_view line, std::uint64_t number, bool is_frame) {
  if (lines_.empty()) until_ = Clock::now() + longest;
  lines_.push_back({number, std::string(line)});
  size_ += line.size();
  has_frames_ = has_frames_ || is_frame;
}

std::chrono::milliseconds WaitingStack::patience() const {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until_ - Clock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

std::vector<WaitingStack::Line> WaitingStack::take() {
  size_ = 0;
  has_frames_ = false;
  return std::exchange(lines_, {});
}

}  // namespace symkit::retrace
