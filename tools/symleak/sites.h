// Places that allocate: stacks that read alike, with what was allocated there and what is left of it.
#pragma once

#include <cstdint>
#include <vector>

#include "heap/marks.h"
#include "heap/replay.h"
#include "symleak/named_stacks.h"

namespace symkit::symleak {

struct Site {
  std::vector<std::uint32_t> frames;  // by number, innermost first
  heap::Tally tally;
  heap::Reach unreached;  // where a mark was judged
  bool is_cut = false;
  bool is_broken = false;
};

// Those of which something is left: first those that nothing leads to, then the others, the most bytes first.
// `mark`: nullptr if none was judged.
std::vector<Site> sites_with_leaks(const heap::Mark* mark, const heap::Replay& replay,
                                   const heap::Stacks& stacks, NamedStacks& names);

}  // namespace symkit::symleak
