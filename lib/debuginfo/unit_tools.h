// What one worker has at hand for the unit that it takes: limits on its work, and the unit's abbreviations.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "debuginfo/effort.h"
#include "debuginfo/units.h"
#include "dwarf/abbreviation.h"
#include "dwarf/ranges.h"

namespace symkit::debuginfo {

class UnitTools {
 public:
  explicit UnitTools(Units& units) : sections_(units.sections()), effort_(units.effort()) {}

  const dwarf::Sections& sections() const { return sections_; }

  // False where the limit on all workers' work is reached.
  bool spend(std::uint64_t amount) { return effort_.spend(amount); }

  // Reads the unit's table of abbreviations. False where it is there already: many units in a row may share
  // one.
  bool enter(const dwarf::UnitHeader& header) {
    const std::pair which(header.abbrev_offset, header.encoding);
    if (table_of_ == which) return false;
    table_of_ = which;
    table_.read(sections_.abbrev, header.abbrev_offset, sections_.endian, header.encoding);
    spend(table_.size());
    return true;
  }
  const dwarf::AbbreviationTable& table() const { return table_; }

  // What use(allowance) reads of lists of ranges is work, too.
  template <class Use>
  auto with_ranges(Use use) {
    dwarf::RangeAllowance allowance(sections_);
    const std::uint64_t allowed = allowance.bytes;
    auto result = use(allowance);
    spend(allowed - allowance.bytes);
    return result;
  }

 private:
  const dwarf::Sections& sections_;
  EffortShare effort_;
  dwarf::AbbreviationTable table_;
  std::optional<std::pair<std::uint64_t, dwarf::Encoding>> table_of_;
};

}  // namespace symkit::debuginfo
