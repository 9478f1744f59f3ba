// Rarely used attributes of an entry: where it is declared (by itself or by the entry that it refers to),
// and which part of the line table is a function's own.
#pragma once

#include <cstdint>
#include <optional>

#include "files/dwarf/unit.h"

namespace symkit::dwarf {

struct Declaration {
  std::optional<std::uint32_t> file;  // numbered as in the unit's line program
  std::uint32_t line = 0;             // 0: unknown
  std::uint64_t elsewhere = 0;        // an entry of another unit that may say more; 0: none
};

// If only another unit has the declaration, gives just the position of that entry.
Declaration declaration(const Unit& unit, std::uint64_t entry);

// 0 if it is unknown, or only in another unit.
std::uint32_t declaration_line(const Unit& unit, std::uint64_t entry);

// The discriminator of an inlined call; 0: unknown.
std::uint32_t call_discriminator(const Unit& unit, std::uint64_t entry);

// Where the function's own sequence begins in .debug_line, if the compiler recorded it.
std::optional<std::uint64_t> own_line_sequence(const Unit& unit, std::uint64_t entry);

}  // namespace symkit::dwarf
