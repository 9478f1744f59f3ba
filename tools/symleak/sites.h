// Places that allocate: stacks that read alike, with what was allocated there and what is left of it.
#pragma once

#include <cstdint>
#include <vector>

#include "heap/replay.h"
#include "symleak/named_stacks.h"

namespace symkit::symleak {

struct Site {
  std::vector<std::uint32_t> frames;  // by number, innermost first
  heap::Tally tally;
  bool is_cut = false;
  bool is_broken = false;
};

// Those of which something is left, the most bytes first.
std::vector<Site> sites_with_leaks(const heap::Replay& replay, const heap::Stacks& stacks,
                                   NamedStacks& names);

}  // namespace symkit::symleak
