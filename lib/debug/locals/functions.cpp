#include "debug/locals/functions.h"

#include <algorithm>
#include <utility>

namespace symkit::locals {

std::vector<dwarf::Range> code_of(const dwarf::Entry& entry, dwarf::RangeAllowance& allowance) {
  const auto value_of = [&](dwarf::Attribute attribute) {
    const dwarf::Detail* const detail = entry.find(attribute);
    return detail == nullptr ? dwarf::Value{} : detail->value;
  };
  std::vector<dwarf::Range> ranges;
  dwarf::append_ranges(
      entry.unit(),
      {value_of(dwarf::DW_AT_low_pc), value_of(dwarf::DW_AT_high_pc), value_of(dwarf::DW_AT_ranges)},
      allowance, ranges);
  return ranges;
}

std::optional<std::uint64_t> begin_of(const dwarf::Entry& entry, dwarf::RangeAllowance& allowance) {
  const dwarf::Detail* const low = entry.find(dwarf::DW_AT_low_pc);
  if (low != nullptr)
    if (const auto address = entry.unit().address(low->value)) return address;
  const auto ranges = code_of(entry, allowance);
  return ranges.empty() ? std::nullopt : std::optional(ranges.front().begin);
}

bool has_code_at(const dwarf::Entry& entry, std::uint64_t address, dwarf::RangeAllowance& allowance) {
  return std::ranges::any_of(code_of(entry, allowance), [&](const dwarf::Range& range) {
    return range.begin <= address && address < range.end;
  });
}

namespace {

// What comes later wins, and so does what is within.
void find_within(const Found& parent, std::uint64_t address, dwarf::RangeAllowance& allowance, unsigned depth,
                 Found& found) {
  constexpr unsigned deepest = 200;
  if (depth == deepest) return;
  for (auto child = parent.first_child(); child; child = child->next()) {
    if (child->entry.tag() == dwarf::DW_TAG_inlined_subroutine &&
        has_code_at(child->entry, address, allowance))
      found = *child;
    find_within(*child, address, allowance, depth + 1, found);
  }
}

}  // namespace

Found innermost_subroutine(const Found& function, std::uint64_t address, dwarf::RangeAllowance& allowance) {
  Found found = function;
  find_within(function, address, allowance, 0, found);
  return found;
}

Functions::Functions(File& file, const dwarf::Unit& unit, dwarf::RangeAllowance& allowance)
    : file_(file), unit_(unit) {
  dwarf::each_entry(
      unit,
      [](const dwarf::Abbreviation& one) { return one.tag == dwarf::DW_TAG_subprogram && one.has_code; },
      [&](const dwarf::Entry& entry) { take(entry, allowance); });
}

void Functions::take(const dwarf::Entry& entry, dwarf::RangeAllowance& allowance) {
  const auto ranges = code_of(entry, allowance);
  if (ranges.empty()) return;
  for (const dwarf::Range& range : ranges) pieces_.push_back({range, entry.offset()});
  const std::uint64_t begin = locals::begin_of(entry, allowance).value_or(ranges.front().begin);
  const Lineage lineage({&file_, entry});
  for (const Found& one : lineage.all())
    if (one.file == &file_) begins_.try_emplace(one.entry.offset(), begin);
}

std::optional<Found> Functions::at(std::uint64_t address) const {
  const Piece* best = nullptr;
  for (const Piece& piece : pieces_) {
    if (address < piece.range.begin || address >= piece.range.end) continue;
    const auto size = [](const Piece& one) { return one.range.end - one.range.begin; };
    if (best == nullptr || size(piece) < size(*best)) best = &piece;
  }
  if (best == nullptr) return std::nullopt;
  auto entry = dwarf::Entry::at(unit_, best->entry);
  if (!entry) return std::nullopt;
  return Found{&file_, *std::move(entry)};
}

std::optional<std::uint64_t> Functions::begin_of(const Lineage& declared) const {
  for (const Found& one : declared.all())
    if (one.file == &file_)
      if (const auto found = begins_.find(one.entry.offset()); found != begins_.end()) return found->second;
  return std::nullopt;
}

}  // namespace symkit::locals
