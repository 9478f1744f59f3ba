// Chooses the stack that shows what went wrong, and its decisive frames.
#pragma once

#include <vector>

#include "reports/group/report.h"
#include "reports/group/sites.h"

namespace symkit::group {

struct Telling {
  std::vector<ShownFrame> frames;  // recursion folded; empty if the report has none
  bool is_own = false;
  bool lacks_names = false;      // all of them are places in images
  const Stack* stack = nullptr;  // the stack that they are from
  std::size_t passed = 0;        // its first frames, up to the mark of a signal: they do not count
  Scope scope = 0;               // of the rules that apply
  std::string_view name = {};    // of the family to which the first belongs, if rules name it
};

Telling telling_frames(const Report& report, const Sites& sites);

// For a stack overflow: the functions that call each other in turn, starting with the first in
// alphabetical order, as it is chance where the stack ended. Empty if nothing repeats.
std::vector<ShownFrame> cycle_of(const Report& report, const Sites& sites);

}  // namespace symkit::group
