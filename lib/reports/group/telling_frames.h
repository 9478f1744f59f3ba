// Chooses the stack that tells what went wrong, and of it the frames.
#pragma once

#include <vector>

#include "reports/group/report.h"
#include "reports/group/sites.h"

namespace symkit::group {

struct Telling {
  std::vector<ShownFrame> frames;  // recursion folded; empty where the report has none
  bool is_own = false;
  bool lacks_names = false;      // they are places in images alone
  const Stack* stack = nullptr;  // which they are of
};

Telling telling_frames(const Report& report, const Sites& sites);

// The stack alone; null where there is none.
inline const Stack* telling_stack(const Report& report, const Sites& sites) {
  return telling_frames(report, sites).stack;
}

// Of a stack that overflowed: the functions that call each other round and round, from the first by alphabet
// on, as it is chance where the end was met. Empty where nothing repeats.
std::vector<ShownFrame> cycle_of(const Report& report, const Sites& sites);

}  // namespace symkit::group
