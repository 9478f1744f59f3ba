// Places that allocate: stacks that read alike, with what was allocated there and what is left of it.
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
  heap::Tally tally;
  heap::Reach unreached;     // where a mark was judged
  heap::Tally before;        // at the moment that is compared with
  heap::Amount peak_bytes;   // when the whole program had most
  heap::Amount peak_blocks;  // the same moment
  bool is_cut = false;
  bool is_broken = false;
  std::vector<std::uint32_t> stacks;  // by number

  void add(const Site& other);
};

// The moments that places are told of.
struct Moments {
  const heap::Replay& now;
  const heap::Mark* judged = nullptr;     // none
  const heap::Replay* before = nullptr;   // nothing is compared
  const heap::Replay* at_peak = nullptr;  // nobody asks
};

// Those of which something is left, now or before; or all. First those that nothing leads to, then the
// others, the most bytes first.
enum class Which : std::uint8_t { Left, All };
std::vector<Site> gather_sites(const Moments& moments, const heap::Stacks& stacks, NamedStacks& names,
                               Which which);
void sort_by_loss(std::vector<Site>& sites);

// What stays the same of a place when lines move: the names of its functions, innermost first.
std::string key_of(const Site& site, const NamedStacks& names);

// Adds to the places what another recording has at the same ones, as what was before. Places whose lines
// alone differ become one, since lines move from build to build.
std::vector<Site> compared_with(const std::vector<Site>& sites, NamedStacks& names,
                                const std::vector<Site>& others, const NamedStacks& other_names);

}  // namespace symkit::symleak
