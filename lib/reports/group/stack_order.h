// The order of the frames of a stack, by their numbers: most rise, those with the most recent call last
// fall. Inlined calls share the number of the frame that contains them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reports/group/report.h"

namespace symkit::group {

class StackOrder {
 public:
  bool begins_another(std::optional<std::uint32_t> number) const {
    if (!number) return false;
    if (follows_falling(*number)) return false;
    return *number == 0 ? last_ != 0 : *number < last_;
  }

  void take(std::optional<std::uint32_t> number, bool is_first) {
    if (is_first || !number || *number != last_) {
      falls_ = !is_first && number && follows_falling(*number);
      has_one_ = is_first;
    }
    last_ = number.value_or(0);
  }
  bool falls() const { return falls_; }

 private:
  // A line between two of them may be missing.
  bool follows_falling(std::uint32_t number) const {
    return (number + 1 == last_ && (has_one_ || falls_)) || (number + 2 == last_ && falls_ && number != 0);
  }

  std::uint32_t last_ = 0;
  bool falls_ = false;
  bool has_one_ = false;  // only one number so far
};

// Innermost first. Inlined calls precede the frame that contains them, whichever order the stack has.
void turn_round(std::vector<ShownFrame>& frames);

}  // namespace symkit::group
