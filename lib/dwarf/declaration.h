// On which line an entry is declared: in its own words, or in those of the entry that it stands for.
#pragma once

#include <cstdint>

#include "dwarf/unit.h"

namespace symkit::dwarf {

// 0 where neither says it, or what it stands for is in another unit.
std::uint32_t declaration_line(const Unit& unit, std::uint64_t entry);

}  // namespace symkit::dwarf
