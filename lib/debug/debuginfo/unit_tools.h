// One worker's tools for reading its current unit: limits on its work, and the unit's abbreviations.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

#include "debug/debuginfo/effort.h"
#include "debug/debuginfo/units.h"
#include "files/dwarf/abbreviation.h"
#include "files/dwarf/ranges.h"

namespace symkit::debuginfo {

class UnitTools {
 public:
  explicit UnitTools(Units& units) : units_(units), sections_(units.sections()), effort_(units.effort()) {}

  const dwarf::Sections& sections() const { return sections_; }

  // False if the limit on the work of all workers is reached.
  bool spend(std::uint64_t amount) { return effort_.spend(amount); }

  // Reads the unit's abbreviation table. False if it was read already: many consecutive units may share
  // one.
  bool enter(const dwarf::UnitHeader& header) { return own_.enter(sections_, header, effort_); }
  const dwarf::AbbreviationTable& table() const { return own_.table; }

  // The split unit of a skeleton, or null. Valid until the next call.
  const dwarf::Unit* rest_of(const dwarf::Unit& skeleton) {
    rest_.reset();
    split_ = units_.split(skeleton);
    if (!split_ || !spend(split_->header->end - split_->header->offset)) return nullptr;
    split_table_.enter(split_->sections, *split_->header, effort_);
    rest_.emplace(split_->sections, *split_->header, split_table_.table, &skeleton);
    // The index of units alone is not trusted.
    return rest_->dwo_id == skeleton.dwo_id ? &*rest_ : nullptr;
  }
  // All units of the file of the split unit.
  const dwarf::UnitList& units_of_rest() const { return *split_->units; }

  // Calls use(allowance) and counts the range lists that it reads as work.
  template <class Use>
  auto with_ranges(const dwarf::Unit* split, Use use) {
    dwarf::RangeAllowance allowance(sections_);
    if (split != nullptr) allowance.bytes += dwarf::RangeAllowance(split->sections()).bytes;
    const std::uint64_t allowed = allowance.bytes;
    auto result = use(allowance);
    spend(allowed - allowance.bytes);
    return result;
  }
  template <class Use>
  auto with_ranges(Use use) {
    return with_ranges(nullptr, use);
  }

 private:
  // The last table that was read, and its position.
  struct LastTable {
    dwarf::AbbreviationTable table;
    std::optional<std::tuple<const void*, std::uint64_t, dwarf::Encoding>> which;

    bool enter(const dwarf::Sections& sections, const dwarf::UnitHeader& header, EffortShare& effort) {
      const std::tuple its(static_cast<const void*>(sections.abbrev.data()), header.abbrev_offset,
                           header.encoding);
      if (which == its) return false;
      which = its;
      table.read(sections.abbrev, header.abbrev_offset, sections.endian, header.encoding);
      effort.spend(table.size());
      return true;
    }
  };

  Units& units_;
  const dwarf::Sections& sections_;
  EffortShare effort_;
  LastTable own_;
  LastTable split_table_;
  std::optional<SplitUnit> split_;
  std::optional<dwarf::Unit> rest_;
};

}  // namespace symkit::debuginfo
