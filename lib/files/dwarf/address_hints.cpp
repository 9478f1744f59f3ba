#include "files/dwarf/address_hints.h"

#include <algorithm>

#include "ground/base/cursor.h"

namespace symkit::dwarf {
namespace {

bool is_address_size(unsigned size) { return size == 2 || size == 4 || size == 8; }

// One table of .debug_aranges, behind its length. Its pairs begin at a multiple of their size, counted
// from where the table begins.
void read_table(Cursor at, std::size_t begin, unsigned offset_size, const TakeHint& take) {
  if (at.u16() != 2) return;  // the only version
  const std::uint64_t unit = at.unsigned_of(offset_size);
  const unsigned address_size = at.u8(), segment_size = at.u8();
  if (at.failed() || !is_address_size(address_size) || segment_size != 0) return;
  const std::size_t pair = std::size_t{2} * address_size;
  const std::size_t in_table = at.offset() - begin;
  at.skip((pair - in_table % pair) % pair);
  while (at.remaining() >= pair) {
    const std::uint64_t first = at.unsigned_of(address_size), size = at.unsigned_of(address_size);
    if (size != 0 && first + size > first) take(unit, {first, first + size});
  }
}

// An entry of .gdb_index's list of units: where one is in .debug_info, and its size.
constexpr std::size_t unit_entry = 16;
// An entry of its list of addresses: the begin and the end of a range, and the number of its unit.
constexpr std::size_t address_entry = 20;

}  // namespace

void read_address_ranges(Bytes aranges, Endian endian, const TakeHint& take) {
  Cursor at(aranges, endian);
  while (!at.at_end()) {
    const std::size_t begin = at.offset();
    std::uint64_t length = at.u32();
    const unsigned offset_size = length == 0xffffffff ? 8 : 4;
    if (offset_size == 8) length = at.u64();
    if (at.failed() || length > at.remaining()) return;
    const std::size_t end = at.offset() + static_cast<std::size_t>(length);
    read_table(Cursor(aranges.first(end), endian, at.offset()), begin, offset_size, take);
    at.seek(end);
  }
}

// It is always little-endian. Versions since 7, of 2012, have the same header up to here.
void read_gdb_index(Bytes index, const TakeHint& take) {
  Cursor at(index, Endian::Little);
  const std::uint32_t version = at.u32();
  const std::uint32_t units = at.u32(), type_units = at.u32(), addresses = at.u32(), names = at.u32();
  const bool is_sound = !at.failed() && version >= 7 && version <= 9 && units <= type_units &&
                        addresses <= names && names <= index.size();
  if (!is_sound) return;
  const std::size_t count = (type_units - units) / unit_entry;
  at = Cursor(index.first(names), Endian::Little, addresses);
  while (at.remaining() >= address_entry) {
    const std::uint64_t begin = at.u64(), end = at.u64();
    const std::uint32_t unit = at.u32();
    if (unit >= count || begin >= end) continue;
    Cursor entry(index, Endian::Little, units + unit * unit_entry);
    take(entry.u64(), {begin, end});
  }
}

}  // namespace symkit::dwarf
