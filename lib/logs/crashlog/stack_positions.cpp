#include "logs/crashlog/stack_positions.h"

#include <utility>

namespace symkit::crashlog {

void StackPositions::settle(Frame& frame, std::string_view prefix, bool is_at_signal) {
  since_ = 0;
  choose(frame, prefix);
  if (is_at_signal) current_->signal();
  before_ = *current_;
  current_->settle(frame);
}

void StackPositions::choose(const Frame& frame, std::string_view prefix) {
  current_ = &nameless_;
  if (prefix.empty()) return;
  writers_.take(prefix, !frame.number);
  if (writers_.process().empty() && !writers_.worker().empty()) {
    for (const std::string& line : std::exchange(remembered_, {})) writers_.take(line, false);
    writers_.take(prefix, !frame.number);
  }
  if (writer().empty()) return;
  auto at = named_.find(writer());
  if (at == named_.end()) {
    if (named_.size() == most) named_.clear();
    // The prefix of the stack's first frames may not have been known yet.
    const bool goes_on = frame.number.value_or(0) != 0;
    const std::size_t stacks_before = ++named_begun_ << 32;  // their numbers are not given again
    at = named_.emplace(writer(), goes_on ? nameless_ : StackPosition(stacks_before)).first;
  }
  current_ = &at->second;
}

void StackPositions::remember(std::string_view line) {
  if (remembered_.size() == most_remembered) remembered_.pop_front();
  remembered_.emplace_back(line.substr(0, longest_prefix));
}

// Whose stack the line may end; null: everybody's.
StackPosition* StackPositions::of_line(std::string_view prefix) {
  if (!prefix.empty()) writers_.take(prefix, false);
  if (named_.empty()) return &nameless_;
  if (prefix.empty() || writer().empty() || ++since_ > most_lines_between) return nullptr;
  const auto at = named_.find(writer());
  return at == named_.end() ? &nameless_ : &at->second;
}

void StackPositions::no_frame(std::string_view prefix) {
  if (StackPosition* const position = of_line(prefix)) position->no_frame();
}

void StackPositions::other_text(std::string_view prefix) {
  if (StackPosition* const position = of_line(prefix)) return position->other_text();
  end_all();
}

void StackPositions::end_all() {
  current_ = &nameless_;
  nameless_.other_text();
  named_.clear();
}

}  // namespace symkit::crashlog
