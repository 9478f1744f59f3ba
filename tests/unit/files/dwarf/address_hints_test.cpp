// Tables of addresses, made byte by byte: what is sound is told, what is not is left out.
#include "files/dwarf/address_hints.h"

#include <cstdint>
#include <tuple>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit;

namespace {

using Told = std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>>;

class Table {
 public:
  Table& number(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> i * 8));
    return *this;
  }
  Bytes bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::uint8_t> bytes_;
};

Told ranges_in(Bytes bytes) {
  Told told;
  dwarf::read_address_ranges(bytes, Endian::Little, [&](std::uint64_t unit, dwarf::Range range) {
    told.emplace_back(unit, range.begin, range.end);
  });
  return told;
}

Told indexed_in(Bytes bytes) {
  Told told;
  dwarf::read_gdb_index(bytes, [&](std::uint64_t unit, dwarf::Range range) {
    told.emplace_back(unit, range.begin, range.end);
  });
  return told;
}

// A table for one unit with two ranges and an empty one.
void add_unit(Table& table, std::uint64_t unit, std::uint64_t first, unsigned version = 2) {
  table.number(60, 4).number(version, 2).number(unit, 4).number(8, 1).number(0, 1).number(0, 4);
  table.number(first, 8).number(0x10, 8).number(first + 0x20, 8).number(0, 8).number(0, 8).number(0, 8);
}

}  // namespace

TEST_CASE(".debug_aranges: units with their ranges; empty ranges and other versions are left out") {
  Table table;
  add_unit(table, 0x40, 0x1000);
  add_unit(table, 0x80, 0x2000, 5);
  add_unit(table, 0xc0, 0x3000);
  CHECK(ranges_in(table.bytes()) == Told{{0x40, 0x1000, 0x1010}, {0xc0, 0x3000, 0x3010}});
  for (std::size_t size = 0; size < table.size(); ++size)
    CHECK(ranges_in(table.bytes().first(size)).size() <= 1);
}

TEST_CASE(".debug_aranges: 32-bit addresses and 64-bit offsets") {
  Table small;
  small.number(28, 4).number(2, 2).number(0x40, 4).number(4, 1).number(0, 1).number(0, 4);
  small.number(0x1000, 4).number(0x10, 4).number(0, 8);
  CHECK(ranges_in(small.bytes()) == Told{{0x40, 0x1000, 0x1010}});
  Table large;
  large.number(0xffffffff, 4).number(44, 8).number(2, 2).number(0x40, 8).number(8, 1).number(0, 1);
  large.number(0, 8).number(0x1000, 8).number(0x10, 8).number(0, 8);
  CHECK(ranges_in(large.bytes()) == Told{{0x40, 0x1000, 0x1010}});
}

TEST_CASE(
    ".gdb_index: ranges with the offsets of their units; numbers of units that are not there are left out") {
  Table table;
  table.number(8, 4).number(24, 4).number(56, 4).number(56, 4).number(116, 4).number(116, 4);
  table.number(0x40, 8).number(0x30, 8).number(0x70, 8).number(0x30, 8);
  table.number(0x1000, 8).number(0x1010, 8).number(1, 4);
  table.number(0x2000, 8).number(0x2010, 8).number(2, 4);
  table.number(0x3000, 8).number(0x3000, 8).number(0, 4);
  CHECK(indexed_in(table.bytes()) == Told{{0x70, 0x1000, 0x1010}});
  for (std::size_t size = 0; size < table.size(); ++size)
    CHECK(indexed_in(table.bytes().first(size)).empty());
  Table older;
  older.number(6, 4).number(24, 4).number(56, 4).number(56, 4).number(116, 4).number(116, 4);
  CHECK(indexed_in(older.bytes()).empty());
}
