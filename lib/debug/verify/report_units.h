// Reports on a file's units as a whole: which cannot be read at all, and whether the limit on work was
// reached.
#pragma once

#include <string>

#include "debug/debuginfo/units.h"
#include "debug/verify/findings.h"

namespace symkit::verify {

inline void report_headers(const dwarf::UnitList& list, Findings& findings) {
  for (const dwarf::UnitFault& fault : list.faults)
    findings.add({.kind = Kind::UnitHeader, .unit = fault.offset, .what = std::string(fault.what)});
}

inline void report_limit(const debuginfo::Effort& effort, Findings& findings) {
  if (effort.is_spent())
    findings.add({.kind = Kind::Section,
                  .what = "it repeats itself endlessly; only the part before that was checked"});
}

}  // namespace symkit::verify
