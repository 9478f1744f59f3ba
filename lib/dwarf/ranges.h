// Which addresses an entry covers: low_pc with high_pc, or a list in .debug_ranges or .debug_rnglists.
#pragma once

#include <vector>

#include "dwarf/unit.h"

namespace symkit::dwarf {

// The attributes of one entry that say where its code is.
struct CodeAttributes {
  Value low_pc;
  Value high_pc;
  Value ranges;
  bool take(Attribute attribute, const Value& value);  // false: none of these
};

// Appends the entry's ranges, empty ones left out, in the order of the file.
void append_ranges(const Unit& unit, const CodeAttributes& code, std::vector<Range>& out);

}  // namespace symkit::dwarf
