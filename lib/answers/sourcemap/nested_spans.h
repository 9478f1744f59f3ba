// Finds the innermost of many nested spans around a position: stores, for each position where a span
// begins or ends, the span that applies from there on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "answers/sourcemap/position.h"

namespace symkit::sourcemap {

class NestedSpans {
 public:
  struct Change {
    Position at;
    std::uint32_t innermost;
  };

  // From here on this span is the innermost; `none`: there is none. Positions must not decrease.
  void change(Position at, std::uint32_t innermost) {
    if (!changes_.empty() && changes_.back().at == at) {
      changes_.back().innermost = innermost;
    } else {
      changes_.push_back({at, innermost});
    }
  }

  std::uint32_t innermost_at(Position position) const {
    const auto behind = std::ranges::upper_bound(changes_, position, {}, &Change::at);
    return behind == changes_.begin() ? none : std::prev(behind)->innermost;
  }

  const std::vector<Change>& changes() const { return changes_; }

 private:
  std::vector<Change> changes_;
};

}  // namespace symkit::sourcemap
