// The addresses that an entry covers: low_pc with high_pc, or a list in .debug_ranges or .debug_rnglists.
#pragma once

#include <string_view>
#include <vector>

#include "files/dwarf/unit.h"

namespace symkit::dwarf {

// The attributes that say where an entry's code is.
struct CodeAttributes {
  Value low_pc;
  Value high_pc;
  Value ranges;
};

// Limits how much of the range lists may still be read. Entries may share a list, and in a malicious file
// a million entries could share one of megabytes; a real unit does not read all lists of the file eight
// times.
struct RangeAllowance {
  explicit RangeAllowance(const Sections& sections);
  std::uint64_t bytes;
};

// Errors in ranges that were left out, for verifying a file.
struct RangeFaults {
  std::vector<Range> backward;  // ranges that end before they begin
  std::string_view list = {};   // why the list cannot be read completely
};

// Appends the entry's ranges in file order, without empty and deleted ones. Faults are added to `faults`,
// if it is not null.
void append_ranges(const Unit& unit, const CodeAttributes& code, RangeAllowance& allowance,
                   std::vector<Range>& out, RangeFaults* faults = nullptr);

}  // namespace symkit::dwarf
