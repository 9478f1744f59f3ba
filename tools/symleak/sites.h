// Places that allocate: stacks with equal text, with what was allocated there and what is left of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/heap/marks.h"
#include "reports/heap/replay.h"
#include "symleak/named_stacks.h"

namespace symkit::symleak {

struct Site {
  std::vector<std::uint32_t> frames;  // by number, innermost first
  heap::Counts tally;
  heap::Reach unreached;     // if a mark was judged
  heap::Counts before;       // at the moment that is compared with
  heap::Amount peak_bytes;   // when the whole program had the most
  heap::Amount peak_blocks;  // the same moment
  bool is_cut = false;
  bool is_broken = false;
  std::vector<std::uint32_t> stacks;  // by number

  void add(const Site& other);
};

// The moments for which places have data.
struct Moments {
  const heap::Replay& now;
  const heap::Mark* judged = nullptr;     // nullptr: none
  const heap::Replay* before = nullptr;   // nullptr: nothing is compared
  const heap::Replay* at_peak = nullptr;  // nullptr: not requested
};

// Left: places with blocks left, now or before; All: every place. Sorted: first those with unreachable
// blocks, then the others, the most bytes first.
enum class Which : std::uint8_t { Left, All };
std::vector<Site> gather_sites(const Moments& moments, const heap::Stacks& stacks, NamedStacks& names,
                               Which which);
void sort_by_loss(std::vector<Site>& sites);

// A key that stays the same when lines change: the names of the functions, innermost first.
std::string key_of(const Site& site, const NamedStacks& names);

// Adds another recording's values for the same places as `before`. Places that differ only in lines are
// merged, since lines change from build to build.
std::vector<Site> compared_with(const std::vector<Site>& sites, NamedStacks& names,
                                const std::vector<Site>& others, const NamedStacks& other_names);

}  // namespace symkit::symleak
