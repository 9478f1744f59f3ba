#include "debug/locals/type_units.h"

#include <algorithm>
#include <utility>

#include "ground/base/cursor.h"

namespace symkit::locals {
namespace {

// A signature, and how far from the unit's begin the type's entry is.
std::uint64_t size_of_signature(const dwarf::UnitHeader& header) { return 8U + header.encoding.offset_size; }

bool is_type_unit(const dwarf::UnitHeader& header) {
  return header.type == dwarf::DW_UT_type || header.type == dwarf::DW_UT_split_type;
}

}  // namespace

TypeUnits::TypeUnits(File& file, const dwarf::UnitList& units, Bytes older) : file_(file), units_(units) {
  older_.sections = file.sections;
  older_.sections.info = older;
}

std::optional<Found> TypeUnits::find(std::uint64_t signature) {
  if (!std::exchange(is_read_, true)) read();
  const auto found = entries_.find(signature);
  if (found == entries_.end()) return std::nullopt;
  const auto [file, offset] = found->second;
  const dwarf::OpenUnit* const open = file->units.with(offset);
  auto entry = open == nullptr ? std::nullopt : dwarf::Entry::at(*open->unit, offset);
  if (!entry) return std::nullopt;
  return Found{file, *std::move(entry)};
}

void TypeUnits::read() {
  file_.until_whole();
  for (const dwarf::UnitHeader& header : units_.units)
    if (is_type_unit(header)) take(file_, header);
  if (older_.sections.info.empty()) return;
  // Their headers are longer than those of other units.
  older_units_ = dwarf::read_units(older_.sections);
  for (dwarf::UnitHeader& header : older_units_.units) {
    header.type = dwarf::DW_UT_type;
    header.first_entry = std::min(header.first_entry + size_of_signature(header), header.end);
  }
  older_.units = dwarf::OpenUnits(older_.sections, older_units_);
  older_.supplementary = file_.supplementary;
  older_.type_of_signature = file_.type_of_signature;
  for (const dwarf::UnitHeader& header : older_units_.units) take(older_, header);
}

void TypeUnits::take(File& file, const dwarf::UnitHeader& header) {
  if (header.first_entry < header.offset + size_of_signature(header)) return;
  Cursor at(file.sections.info, file.sections.endian);
  at.seek(header.first_entry - size_of_signature(header));
  const std::uint64_t signature = at.u64();
  const std::uint64_t entry = header.offset + at.unsigned_of(header.encoding.offset_size);
  if (at.failed() || entry < header.first_entry || entry >= header.end) return;
  entries_.try_emplace(signature, Numbers::Numbered{&file, entry});
}

}  // namespace symkit::locals
