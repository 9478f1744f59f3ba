// What was held over time: a recording cut into some hundred steps, with what each has changed, by stack. The
// steps are even in time; of programs that are over at once, even in events.
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
    std::uint64_t time = 0;      // of its end; nanoseconds since the beginning
    std::uint64_t sequence = 0;  // of the last block that came by then
    std::vector<Change> changes;
  };
  std::vector<Step> steps;

  // How many steps lie before the mark.
  std::size_t steps_before(const Mark& mark) const;
};

// `known`: the same recording, gone through before, to where the timeline shall end. No more changes are kept
// than about `most_changes`: there are fewer steps then.
Timeline make_timeline(const Recording& recording, const Replay& known, std::size_t most_steps = 256,
                       std::size_t most_changes = 1'000'000);

}  // namespace symkit::heap
