// A file of debug information with all of its units, for references into another file.
#pragma once

#include "files/dwarf/sections.h"
#include "files/dwarf/unit.h"

namespace symkit::dwarf {

struct DebugFile {
  Sections sections;
  UnitList units;
};

}  // namespace symkit::dwarf
