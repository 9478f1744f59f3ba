// Which addresses an entry covers: low_pc with high_pc, or a list in .debug_ranges or .debug_rnglists.
#pragma once

#include <string_view>
#include <vector>

#include "files/dwarf/unit.h"

namespace symkit::dwarf {

// The attributes of one entry that say where its code is.
struct CodeAttributes {
  Value low_pc;
  Value high_pc;
  Value ranges;
};

// How much of the range lists may still be read. Entries may share a list, and a file made for it could have
// a million entries share one of megabytes; a unit that reads all lists of the file eight times is no real
// one.
struct RangeAllowance {
  explicit RangeAllowance(const Sections& sections);
  std::uint64_t bytes;
};

// What was left out though nobody deleted it, for those that judge a file.
struct RangeFaults {
  std::vector<Range> backward;  // ranges that end before they begin
  std::string_view list = {};   // why the list cannot be read, or not to its end
};

// Appends the entry's ranges, empty and deleted ones left out, in the order of the file. `faults`, where
// given, is added to.
void append_ranges(const Unit& unit, const CodeAttributes& code, RangeAllowance& allowance,
                   std::vector<Range>& out, RangeFaults* faults = nullptr);

}  // namespace symkit::dwarf
