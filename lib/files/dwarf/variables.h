// The variables of a unit that have an address of their own, with their names. The walk over functions
// skips them; this is a separate walk.
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

// Includes those in functions. False if the unit is broken; everything before the fault was passed on.
bool each_variable(const Unit& unit, const std::function<void(const Variable&)>& take);

}  // namespace symkit::dwarf
