// Finds similar crashes: across builds inlining, names and numbers of frames change, so that exact
// signatures no longer match. Stacks are aligned frame by frame; a frame weighs more the nearer it is to
// the fault and the fewer crashes have it. The order of the input does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reports/group/outline.h"

namespace symkit::group {

struct Compared {
  static constexpr std::size_t no_family = SIZE_MAX;

  const Outline* outline = nullptr;
  std::size_t family = no_family;  // its family from earlier runs: crashes of two families are never joined
};

// Lists of places in `all`, one list for each set of similar crashes. Every two crashes of a list are
// similar, so a list is not a chain of small steps. Each id occurs once.
std::vector<std::vector<std::size_t>> alike(std::span<const Compared> all);

}  // namespace symkit::group
