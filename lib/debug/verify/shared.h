// Shared by all workers that check an image.
#pragma once

#include <cstdint>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/first_time.h"
#include "debug/verify/entry_map.h"
#include "files/dwarf/deleted.h"
#include "files/dwarf/sections.h"
#include "files/dwarf/unit.h"

namespace symkit::verify {

struct Shared {
  Shared(const dwarf::Sections& its_sections, const debuginfo::CodeRanges& its_code)
      : sections(its_sections), code(its_code), entries(0, its_sections.info.size()) {}
  // For one unit of another file.
  Shared(const dwarf::Unit& unit, const debuginfo::CodeRanges& its_code)
      : sections(unit.sections()),
        code(its_code),
        entries(unit.header().offset, unit.header().end - unit.header().offset) {}

  // Linkers leave information on deleted functions behind, at the very top or below all code.
  bool is_deleted(std::uint64_t address, unsigned width) const {
    const auto& ranges = code.all();
    return dwarf::is_deleted(address, width) || ranges.empty() || address < ranges.front().begin;
  }

  const dwarf::Sections& sections;
  const debuginfo::CodeRanges& code;
  EntryMap entries;
  debuginfo::FirstTime first_lines;
};

}  // namespace symkit::verify
