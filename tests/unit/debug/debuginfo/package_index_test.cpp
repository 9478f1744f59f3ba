// The index of a .dwp: rows found through its hash table, and offsets that it is too narrow to hold.
#include "debug/debuginfo/package_index.h"

#include <optional>
#include <vector>

#include "doctest/doctest.h"

#include "support/assembler.h"

using namespace symkit;
using namespace symkit::debuginfo;

namespace {

struct Row {
  std::uint64_t id;
  std::vector<std::uint32_t> offsets, sizes;
};

test::Buffer index_of(Endian endian, unsigned version, const std::vector<std::uint32_t>& columns,
                      const std::vector<Row>& rows) {
  test::Assembler out(endian);
  if (version == 5) {
    out.u16(5).u16(0);
  } else {
    out.u32(version);
  }
  const auto count = static_cast<std::uint32_t>(rows.size());
  out.u32(static_cast<std::uint32_t>(columns.size())).u32(count).u32(count + 1);
  out.u64(0);
  for (const Row& row : rows) out.u64(row.id);
  out.u32(0);
  for (std::uint32_t i = 1; i <= count; ++i) out.u32(i);
  for (const std::uint32_t column : columns) out.u32(column);
  for (const Row& row : rows)
    for (const std::uint32_t offset : row.offsets) out.u32(offset);
  for (const Row& row : rows)
    for (const std::uint32_t size : row.sizes) out.u32(size);
  return out.finish();
}

dwarf::UnitHeader unit_at(std::uint64_t offset, std::uint64_t size, std::optional<std::uint64_t> id) {
  dwarf::UnitHeader unit;
  unit.offset = offset;
  unit.end = offset + size;
  unit.dwo_id = id;
  return unit;
}

}  // namespace

TEST_CASE("rows are read by what their columns are, in either version and byte order") {
  for (const Endian endian : {Endian::Little, Endian::Big})
    for (const unsigned version : {2U, 5U}) {
      CAPTURE(version);
      const auto index = index_of(endian, version, {1, 3, 4, 6},
                                  {{7, {0, 16, 1, 32}, {10, 5, 1, 8}}, {9, {10, 21, 2, 40}, {20, 6, 1, 4}}});
      const auto rows = read_package_index(index, endian);
      REQUIRE(rows.size() == 2);
      CHECK(rows[1].id == 9);
      CHECK(rows[1].info.begin == 10);
      CHECK(rows[1].info.size == 20);
      CHECK(rows[1].abbreviations.begin == 21);
      CHECK(rows[1].string_offsets.begin == 40);
      CHECK(rows[1].string_offsets.size == 4);
      CHECK(rows[1].range_lists.size == 0);
    }
}

TEST_CASE("an index that is cut off or claims too much has no rows") {
  const auto made = index_of(Endian::Little, 5, {1, 3}, {{7, {0, 16}, {10, 5}}});
  const Bytes whole(made);
  REQUIRE(read_package_index(whole, Endian::Little).size() == 1);
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK(read_package_index(whole.first(size), Endian::Little).empty());
  test::Assembler huge(Endian::Little);
  huge.u16(5).u16(0).u32(8).u32(0xffffffff).u32(0xffffffff).u64(0);
  CHECK(read_package_index(huge.finish(), Endian::Little).empty());
  test::Assembler strange(Endian::Little);
  strange.u32(3).u32(1).u32(0).u32(0);
  CHECK(read_package_index(strange.finish(), Endian::Little).empty());
}

TEST_CASE("offsets that have wrapped are found by walking over the units") {
  // As if offsets were of 8 bits.
  constexpr std::uint64_t wrap = 256;
  const std::vector<std::uint8_t> large(700), small(100);
  dwarf::DebugFile package;
  package.sections.info = large;
  package.sections.str_offsets = large;
  package.sections.abbrev = small;
  package.units.units = {unit_at(0, 200, 1), unit_at(200, 150, 2), unit_at(350, 106, 3),
                         unit_at(456, 200, 4)};
  std::vector<PackedUnit> rows = {{4, {456 % wrap, 200}, {30, 10}, {520 % wrap, 100}, {}},
                                  {1, {0, 200}, {0, 10}, {0, 200}, {}},
                                  {2, {200, 150}, {10, 10}, {200, 150}, {}},
                                  {3, {350 % wrap, 106}, {20, 10}, {350 % wrap, 170}, {}}};
  find_true_offsets(rows, package, wrap);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].id == 1);
  CHECK(rows[2].id == 3);
  CHECK(rows[2].info.begin == 350);
  CHECK(rows[2].string_offsets.begin == 350);
  CHECK(rows[3].info.begin == 456);
  CHECK(rows[3].string_offsets.begin == 520);
  CHECK(rows[3].abbreviations.begin == 30);
}

TEST_CASE("of two units at one wrapped offset the id tells; where there is none the size, or nobody") {
  constexpr std::uint64_t wrap = 256;
  const std::vector<std::uint8_t> large(1000);
  dwarf::DebugFile package;
  package.sections.info = large;
  package.units.units = {unit_at(10, 100, 1), unit_at(266, 100, 2), unit_at(522, 90, {}),
                         unit_at(778, 90, {})};
  std::vector<PackedUnit> rows = {{2, {10, 100}, {}, {}, {}}, {5, {10, 90}, {}, {}, {}}};
  find_true_offsets(rows, package, wrap);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].info.begin == 266);
}
