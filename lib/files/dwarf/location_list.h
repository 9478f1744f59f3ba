// Where a variable is while the code of some range is executed: lists of expressions, in .debug_loclists and,
// before version 5, .debug_loc.
#pragma once

#include <functional>

#include "files/dwarf/entry.h"
#include "files/dwarf/sections.h"
#include "files/dwarf/unit.h"

namespace symkit::dwarf {

struct ListedLocation {
  Range range;
  bool is_default = false;  // where no other holds
  Bytes expression;
};

// The sections that have them.
struct LocationSections {
  Bytes lists = {};       // .debug_loclists
  Bytes pairs = {};       // .debug_loc
  bool is_split = false;  // of a file of split units
};

// Passes on the entries of the list that an attribute refers to, until `take` returns false. Some have an
// empty range: no code was left there. `longest`: no more bytes of the list are read.
void each_location(const Unit& unit, const LocationSections& sections, const Detail& attribute,
                   std::uint64_t longest, const std::function<bool(const ListedLocation&)>& take);

}  // namespace symkit::dwarf
