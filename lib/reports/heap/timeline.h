// What was held over time: a recording divided into some hundred steps, with the changes of each, by
// stack. The steps are even in time, or, for short programs, even in events.
#pragma once

#include <cstdint>
#include <vector>

#include "reports/heap/marks.h"
#include "reports/heap/recording.h"
#include "reports/heap/replay.h"

namespace symkit::heap {

struct Timeline {
  struct Change {
    std::uint32_t stack = 0;
    double bytes = 0;
    double blocks = 0;
  };
  struct Step {
    std::uint64_t time = 0;      // of its end, in nanoseconds since the beginning
    std::uint64_t sequence = 0;  // of the last block allocated by then
    std::vector<Change> changes;
  };
  std::vector<Step> steps;

  // The number of steps before the mark.
  std::size_t steps_before(const Mark& mark) const;
};

// `known`: the result of an earlier pass over the recording, to where the timeline should end. At most
// about `most_changes` changes are kept, if necessary by using fewer steps.
Timeline make_timeline(const Recording& recording, const Replay& known, std::size_t most_steps = 256,
                       std::size_t most_changes = 1'000'000);

}  // namespace symkit::heap
