// The variables of a unit that have an address of their own: where they are, and what says their names. The
// walk over functions steps over them; this is another walk, for who wants to know.
#pragma once

#include <cstdint>
#include <functional>

#include "files/dwarf/functions.h"
#include "files/dwarf/unit.h"

namespace symkit::dwarf {

struct Variable {
  std::uint64_t entry = 0;  // offset in .debug_info
  std::uint64_t address = 0;
  NameAttributes name;
};

// Those in functions, too. False where the unit is broken; what came before the fault has been handed over.
bool each_variable(const Unit& unit, const std::function<void(const Variable&)>& take);

}  // namespace symkit::dwarf
