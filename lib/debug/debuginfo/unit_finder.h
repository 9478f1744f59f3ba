// Finds the units that have code at an address, without reading the units: by the file's tables of
// addresses, or by the units' own entries. Compressed sections are decompressed as far as that needs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "debug/debuginfo/companions.h"
#include "debug/debuginfo/effort.h"
#include "debug/debuginfo/gradual_sections.h"
#include "debug/debuginfo/units.h"
#include "files/container/image.h"
#include "files/dwarf/abbreviation.h"
#include "files/dwarf/ranges.h"
#include "files/dwarf/sections.h"
#include "files/dwarf/unit.h"
#include "ground/base/result.h"

namespace symkit::debuginfo {

// For one thread at a time.
class UnitFinder {
 public:
  // Both must outlive it; `companions` may be null.
  UnitFinder(const container::Image& image, Companions* companions, Lines lines = Lines::Wanted);

  // The units that may have code at the address, in the order of the file. Both narrow `range`, which
  // contains the address, to where they are the same.
  using Found = Result<std::vector<dwarf::UnitHeader>>;
  // According to the file's tables of addresses, which may be wrong or not there.
  Found hinted(std::uint64_t address, dwarf::Range& range);
  // According to the units themselves.
  Found stated(std::uint64_t address, dwarf::Range& range);

  // To read what was found. Each time, as much work may be done as if all units were read.
  Units& units();
  // From now on, others may read all of the image's sections.
  void let_go() { sections_.let_go(); }

 private:
  // The code of all units, as they state it.
  struct Stated {
    dwarf::Range range;
    std::uint32_t unit = 0;  // its number in the list
  };

  std::set<std::uint64_t> hints(std::uint64_t address, dwarf::Range& range) const;
  Result<void> read_all();
  bool states(const dwarf::UnitHeader& header, EffortShare& effort, dwarf::RangeAllowance& allowance,
              std::vector<dwarf::Range>& ranges);

  Companions* companions_;
  GradualSections sections_;
  Bytes aranges_;
  Bytes gdb_index_;
  std::optional<Units> units_;
  dwarf::AbbreviationTable table_;  // up to the own entry of the unit looked at
  bool has_all_ = false;            // what follows is there
  std::vector<Stated> stated_;
  std::vector<std::uint32_t> silent_;  // the units that may have code and do not state where
};

}  // namespace symkit::debuginfo
