#include "debug/locals/definitions.h"

#include <utility>

#include "files/dwarf/abbreviation.h"

namespace symkit::locals {
namespace {

bool is_record(std::uint16_t tag) {
  return tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_class_type ||
         tag == dwarf::DW_TAG_union_type || tag == dwarf::DW_TAG_enumeration_type;
}

}  // namespace

std::vector<Found> Definitions::of(std::string_view name) {
  std::vector<Found> all;
  if (!std::exchange(is_read_, true)) read();
  const auto known = entries_.find(name);
  if (known == entries_.end()) return all;
  for (const std::uint64_t offset : known->second) {
    const dwarf::OpenUnit* const open = file_.units.with(offset);
    if (open == nullptr) continue;
    if (auto entry = dwarf::Entry::at(*open->unit, offset)) all.push_back({&file_, *std::move(entry)});
  }
  return all;
}

void Definitions::read() {
  file_.until_whole();
  if (file_.sections.info.size() > most_bytes) return;
  for (const dwarf::UnitHeader& header : units_.units) read_unit(*file_.units.open(header).unit);
}

void Definitions::read_unit(const dwarf::Unit& unit) {
  dwarf::each_entry(
      unit, [](const dwarf::Abbreviation& one) { return one.has_children && is_record(one.tag); },
      [&](const dwarf::Entry& entry) { take(entry); });
}

void Definitions::take(const dwarf::Entry& entry) {
  if (entry.is(dwarf::DW_AT_declaration) || entry.find(dwarf::DW_AT_signature) != nullptr) return;
  const std::string_view name = entry.text(dwarf::DW_AT_name);
  if (name.empty()) return;
  std::vector<std::uint64_t>& all = entries_[name];
  if (all.size() < most_of_name) all.push_back(entry.offset());
}

}  // namespace symkit::locals
