// What few are asked of a function's entry: on which line it is declared, in its own words or in those of the
// entry that it stands for, and which part of the line table is its own.
#pragma once

#include <cstdint>
#include <optional>

#include "dwarf/unit.h"

namespace symkit::dwarf {

// 0 where neither says it, or what it stands for is in another unit.
std::uint32_t declaration_line(const Unit& unit, std::uint64_t entry);

// Where in .debug_line the function's own sequence begins, where the compiler says it.
std::optional<std::uint64_t> own_line_sequence(const Unit& unit, std::uint64_t entry);

}  // namespace symkit::dwarf
