#include "debug/debuginfo/package_index.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "ground/base/cursor.h"

namespace symkit::debuginfo {
namespace {

constexpr std::uint32_t info_column = 1, abbreviations_column = 3, string_offsets_column = 6;
constexpr std::uint32_t locations_column = 5;    // .debug_loc in version 2, .debug_loclists in version 5
constexpr std::uint32_t range_lists_column = 8;  // another section in version 2, not needed
constexpr std::uint32_t most_columns = 8;

struct Header {
  std::uint32_t columns = 0;
  std::uint32_t units = 0;
  std::uint64_t slots = 0;
};

bool read_header(Cursor& at, Header& header) {
  Cursor again = at;
  const std::uint16_t first = again.u16();
  const std::uint32_t version = at.u32();
  header.columns = at.u32();
  header.units = at.u32();
  header.slots = at.u32();
  if (version != 2 && first != 5) return false;
  return header.columns <= most_columns && header.slots <= at.remaining() / 12;
}

Share* share_of(PackedUnit& unit, std::uint32_t column) {
  switch (column) {
    case info_column: return &unit.info;
    case abbreviations_column: return &unit.abbreviations;
    case string_offsets_column: return &unit.string_offsets;
    case range_lists_column: return &unit.range_lists;
    case locations_column: return &unit.locations;
    default: return nullptr;
  }
}

// Sets the ids of the rows; rows that are not in the hash table are left out.
std::vector<PackedUnit> named(const std::vector<PackedUnit>& units, Cursor ids, Cursor rows,
                              std::uint64_t slots) {
  std::vector<PackedUnit> found;
  for (std::uint64_t i = 0; i < slots; ++i) {
    const std::uint64_t id = ids.u64();
    const std::uint32_t row = rows.u32();
    if (row == 0 || row > units.size()) continue;
    if (units[row - 1].info.size == 0) continue;  // types of version 4 are in a separate section
    found.push_back(units[row - 1]);
    found.back().id = id;
  }
  return found;
}

using UnitAt = std::unordered_multimap<std::uint64_t, const dwarf::UnitHeader*>;

// Null if there is none, or the choice is ambiguous.
const dwarf::UnitHeader* true_unit(const PackedUnit& unit, const UnitAt& units, std::uint64_t wrap) {
  const auto [first, end] = units.equal_range(unit.info.begin);
  const dwarf::UnitHeader* found = nullptr;
  for (auto at = first; at != end; ++at) {
    const dwarf::UnitHeader& header = *at->second;
    const bool fits =
        header.dwo_id ? *header.dwo_id == unit.id : (header.end - header.offset) % wrap == unit.info.size;
    if (fits && found != nullptr) return nullptr;
    if (fits) found = &header;
  }
  return found;
}

void find_units(std::vector<PackedUnit>& packed, const dwarf::UnitList& list, std::uint64_t wrap) {
  UnitAt units;
  for (const dwarf::UnitHeader& header : list.units) units.emplace(header.offset % wrap, &header);
  std::erase_if(packed, [&](PackedUnit& unit) {
    const dwarf::UnitHeader* found = true_unit(unit, units, wrap);
    if (found != nullptr) unit.info.begin = found->offset;
    return found == nullptr;
  });
}

void unwrap(std::vector<PackedUnit>& packed, Share PackedUnit::* column, std::uint64_t wrap) {
  std::uint64_t lost = 0, before = 0;
  for (PackedUnit& unit : packed) {
    std::uint64_t& begin = (unit.*column).begin;
    if (begin < before) lost += wrap;
    before = begin;
    begin += lost;
  }
}

}  // namespace

// The index is a hash table of units, then for each unit a row of offsets and a row of sizes, with a
// column for each section.
std::vector<PackedUnit> read_package_index(Bytes index, Endian endian) {
  Cursor at(index, endian);
  Header header;
  if (!read_header(at, header)) return {};
  Cursor hashes = at;
  at.skip(header.slots * 8);
  Cursor rows = at;
  at.skip(header.slots * 4);
  std::array<std::uint32_t, most_columns> columns{};
  for (std::uint32_t i = 0; i < header.columns; ++i) columns[i] = at.u32();
  const std::uint64_t row_size = header.columns * 4;
  if (row_size == 0 || header.units > at.remaining() / (row_size * 2)) return {};
  std::vector<PackedUnit> units(header.units);
  for (std::uint64_t Share::* const part : {&Share::begin, &Share::size})
    for (PackedUnit& unit : units)
      for (std::uint32_t i = 0; i < header.columns; ++i)
        if (const std::uint32_t value = at.u32(); Share* const share = share_of(unit, columns[i]))
          share->*part = value;
  return named(units, hashes, rows, header.slots);
}

void find_true_offsets(std::vector<PackedUnit>& packed, const dwarf::DebugFile& package, std::uint64_t wrap) {
  const dwarf::Sections& sections = package.sections;
  if (sections.info.size() > wrap) find_units(packed, package.units, wrap);
  const auto by_unit = [](const PackedUnit& unit) { return unit.info.begin; };
  std::ranges::stable_sort(packed, {}, by_unit);
  if (sections.abbrev.size() > wrap) unwrap(packed, &PackedUnit::abbreviations, wrap);
  if (sections.str_offsets.size() > wrap) unwrap(packed, &PackedUnit::string_offsets, wrap);
  if (sections.rnglists.size() > wrap) unwrap(packed, &PackedUnit::range_lists, wrap);
}

}  // namespace symkit::debuginfo
