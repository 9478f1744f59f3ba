// What a file says of the addresses that its units have, in a table of its own: .debug_aranges, which
// GCC writes, and .gdb_index, which linkers write. These are hints: a unit's own entry decides.
#pragma once

#include <cstdint>
#include <functional>

#include "files/dwarf/sections.h"

namespace symkit::dwarf {

// Called with the offset of a unit in .debug_info and a range of its code.
using TakeHint = std::function<void(std::uint64_t unit, Range range)>;

// Empty ranges are left out; a damaged table gives those before the fault.
void read_address_ranges(Bytes aranges, Endian endian, const TakeHint& take);
void read_gdb_index(Bytes index, const TakeHint& take);

}  // namespace symkit::dwarf
