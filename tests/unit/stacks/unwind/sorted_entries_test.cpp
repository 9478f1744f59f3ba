#include "stacks/unwind/sorted_entries.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

using namespace symkit;
using namespace symkit::unwind;

namespace {

constexpr std::uint64_t address = 0x2000;

// As linkers write it: the section at 0x1000, and two functions at 0x2100 and 0x2200.
std::vector<std::uint8_t> list() {
  return {1,    0x1b, 0x03, 0x3b, 0xfc, 0xef, 0xff, 0xff, 2,    0,    0, 0,  //
          0x00, 0x01, 0,    0,    0x10, 0xf0, 0xff, 0xff, 0x00, 0x02, 0, 0, 0x40, 0xf0, 0xff, 0xff};
}

SortedEntries read(const std::vector<std::uint8_t>& bytes) { return {bytes, address, Endian::Little, 8}; }

}  // namespace

TEST_CASE("a function's entry is that of the last row that is not after the address") {
  const auto bytes = list();
  const SortedEntries entries = read(bytes);
  CHECK(entries.section() == 0x1000);
  CHECK(entries.has_rows());
  CHECK_FALSE(entries.entry_of(0x20ff));
  CHECK(entries.entry_of(0x2100) == 0x1010);
  CHECK(entries.entry_of(0x21ff) == 0x1010);
  CHECK(entries.entry_of(0x2200) == 0x1040);
  CHECK(entries.entry_of(UINT64_MAX) == 0x1040);
}

TEST_CASE("a list that promises more rows than it has, or is of another kind, has none") {
  auto bytes = list();
  bytes[8] = 3;
  CHECK_FALSE(read(bytes).has_rows());
  CHECK(read(bytes).section() == 0x1000);
  bytes = list();
  bytes[3] = 0x0b;  // rows of absolute addresses
  CHECK_FALSE(read(bytes).has_rows());
  CHECK_FALSE(read(bytes).entry_of(0x2100));
  bytes = list();
  bytes[0] = 2;
  CHECK_FALSE(read(bytes).section());
  bytes = list();
  bytes.resize(10);
  CHECK_FALSE(read(bytes).section());
  CHECK_FALSE(SortedEntries().entry_of(0));
}
