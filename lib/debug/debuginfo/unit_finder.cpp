#include "debug/debuginfo/unit_finder.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "debug/debuginfo/narrow.h"
#include "files/dwarf/address_hints.h"
#include "files/dwarf/ranges.h"

namespace symkit::debuginfo {
namespace {

Bytes contents_of(const container::Image& image, std::string_view name) {
  const container::Section* section = image.debug_section(name);
  if (section == nullptr) return {};
  return image.contents(*section).value_or(Bytes());
}

}  // namespace

UnitFinder::UnitFinder(const container::Image& image, Companions* companions, Lines lines)
    : companions_(companions),
      sections_(image, companions == nullptr ? nullptr : companions->supplementary(), lines),
      aranges_(contents_of(image, "debug_aranges")),
      gdb_index_(contents_of(image, "gdb_index")) {}

UnitFinder::Found UnitFinder::hinted(std::uint64_t address, dwarf::Range& range) {
  std::vector<dwarf::UnitHeader> found;
  for (const std::uint64_t offset : hints(address, range)) {
    if (auto made = sections_.await(offset + dwarf::longest_unit_header); !made) return fail(made.error());
    const auto header = dwarf::read_unit(sections_.sections(), offset);
    if (!header) continue;
    if (auto made = sections_.await(header->end); !made) return fail(made.error());
    found.push_back(*header);
  }
  return found;
}

UnitFinder::Found UnitFinder::stated(std::uint64_t address, dwarf::Range& range) {
  if (auto read = read_all(); !read) return fail(read.error());
  std::vector<std::uint32_t> numbers = silent_;
  for (const Stated& one : stated_)
    if (narrow(range, address, one.range)) numbers.push_back(one.unit);
  std::ranges::sort(numbers);
  const auto twice = std::ranges::unique(numbers);
  numbers.erase(twice.begin(), twice.end());
  std::vector<dwarf::UnitHeader> found;
  found.reserve(numbers.size());
  for (const std::uint32_t number : numbers) found.push_back(units().list().units[number]);
  return found;
}

// The own entries of all units, once.
Result<void> UnitFinder::read_all() {
  if (has_all_) return {};
  if (auto all = sections_.await(GradualSections::everything); !all) return all;
  units().until_whole();
  const std::vector<dwarf::UnitHeader>& list = units().list().units;
  // Units that share their lists and tables with too many others are as good as silent.
  EffortShare effort(units().effort());
  dwarf::RangeAllowance allowance(sections_.sections());
  std::vector<dwarf::Range> ranges;
  for (std::uint32_t number = 0; number < list.size(); ++number) {
    ranges.clear();
    if (!states(list[number], effort, allowance, ranges)) silent_.push_back(number);
    for (const dwarf::Range& range : ranges) stated_.push_back({range, number});
  }
  has_all_ = true;
  return {};
}

Units& UnitFinder::units() {
  if (!units_)
    units_.emplace(sections_.sections(), sections_.size(), companions_,
                   [this] { static_cast<void>(sections_.await(GradualSections::everything)); });
  units_->effort().renew(sections_.size());
  return *units_;
}

// The offsets of units.
std::set<std::uint64_t> UnitFinder::hints(std::uint64_t address, dwarf::Range& range) const {
  std::set<std::uint64_t> units;
  const auto take = [&](std::uint64_t unit, dwarf::Range hint) {
    if (narrow(range, address, hint)) units.insert(unit);
  };
  dwarf::read_address_ranges(aranges_, sections_.sections().endian, take);
  dwarf::read_gdb_index(gdb_index_, take);
  return units;
}

// Appends where the unit has code. False if it may have some and does not say where.
bool UnitFinder::states(const dwarf::UnitHeader& header, EffortShare& effort,
                        dwarf::RangeAllowance& allowance, std::vector<dwarf::Range>& ranges) {
  if (header.type == dwarf::DW_UT_type || header.type == dwarf::DW_UT_split_type) return true;
  const dwarf::Sections& sections = sections_.sections();
  const std::uint64_t code =
      Cursor(sections.info, sections.endian, static_cast<std::size_t>(header.first_entry)).uleb();
  if (!effort.spend(
          table_.read_one(code, sections.abbrev, header.abbrev_offset, sections.endian, header.encoding)))
    return false;
  const dwarf::Unit unit(sections, header, table_);
  const bool says =
      unit.ranges.kind != dwarf::Value::Kind::None ||
      (unit.low_pc.kind != dwarf::Value::Kind::None && unit.high_pc.kind != dwarf::Value::Kind::None);
  if (!says) return unit.tag == dwarf::DW_TAG_partial_unit || !unit.may_have_code();
  dwarf::append_ranges(unit, {unit.low_pc, unit.high_pc, unit.ranges}, allowance, ranges);
  return allowance.bytes != 0;
}

}  // namespace symkit::debuginfo
