// Around an address, what is known of a range of code leaves a part of it in which the same holds.
#pragma once

#include <algorithm>
#include <cstdint>

#include "files/dwarf/sections.h"

namespace symkit::debuginfo {

// Cuts `range` off at `other`, so that it is inside or outside of it as a whole. Returns whether the
// address is inside.
inline bool narrow(dwarf::Range& range, std::uint64_t address, const dwarf::Range& other) {
  const bool is_inside = other.begin <= address && address < other.end;
  if (is_inside) {
    range = {std::max(range.begin, other.begin), std::min(range.end, other.end)};
  } else if (other.end <= address) {
    range.begin = std::max(range.begin, other.end);
  } else {
    range.end = std::min(range.end, other.begin);
  }
  return is_inside;
}

}  // namespace symkit::debuginfo
