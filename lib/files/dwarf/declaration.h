// What few are asked of an entry: where it is declared, in its own words or in those of the entry that it
// stands for, and which part of the line table is a function's own.
#pragma once

#include <cstdint>
#include <optional>

#include "files/dwarf/unit.h"

namespace symkit::dwarf {

struct Declaration {
  std::optional<std::uint32_t> file;  // as the unit's line program numbers files
  std::uint32_t line = 0;             // 0: nobody says
  std::uint64_t elsewhere = 0;        // the entry of another unit that may say what is not said here; 0: none
};

// Nothing of what is only said in another unit, but where that is.
Declaration declaration(const Unit& unit, std::uint64_t entry);

// 0 where neither says it, or what it stands for is in another unit.
std::uint32_t declaration_line(const Unit& unit, std::uint64_t entry);

// Which of the ways through the line that it stands on an inlined call is; 0: nobody says.
std::uint32_t call_discriminator(const Unit& unit, std::uint64_t entry);

// Where in .debug_line the function's own sequence begins, where the compiler says it.
std::optional<std::uint64_t> own_line_sequence(const Unit& unit, std::uint64_t entry);

}  // namespace symkit::dwarf
