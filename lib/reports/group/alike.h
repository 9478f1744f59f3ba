// Crashes that are alike: over builds inlining, names and numbers of frames change, and exact signatures fall
// apart. Stacks are aligned frame by frame; a frame weighs more the nearer it is to the fault and the fewer
// crashes have it. The order in which they are given does not matter.
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
  std::size_t family = no_family;  // which it belongs to from before: two of these are never joined
};

// Their places, by what belongs together. Every two of a list are alike: none is a chain of small steps. Of
// one id there is one.
std::vector<std::vector<std::size_t>> alike(std::span<const Compared> all);

// From 0 to 1; 1 are those whose kinds and frames are the same. As if nothing else had been seen: each frame
// is as rare as any other.
double similarity(const Outline& a, const Outline& b);

}  // namespace symkit::group
