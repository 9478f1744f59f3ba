#include "stacks/unwind/compact_entries.h"

#include <doctest/doctest.h>

#include "support/assembler.h"

using namespace symkit;
using namespace symkit::unwind;
using test::Assembler;
using test::Buffer;

namespace {

constexpr std::uint32_t a = 0x0100'0001, b = 0x0200'0002, c = 0x0400'0003;

// A compressed page for 0x1000 to 0x3000, and a regular one up to 0x4000.
Buffer two_pages() {
  Assembler made;
  made.u32(1).u32(28).u32(1).u32(32).u32(0).u32(32).u32(3).u32(a);
  made.u32(0x1000).u32(68).u32(0).u32(0x3000).u32(96).u32(0).u32(0x4000).u32(0).u32(0);
  made.u32(3).u16(12).u16(3).u16(24).u16(1);
  made.u32(0).u32(0x01'000100).u32(0x02'000800).u32(b);
  made.u32(2).u16(8).u16(2).u32(0x3000).u32(c).u32(0x3100).u32(0);
  return made.finish();
}

void check(const std::optional<CompactEntry>& found, std::uint64_t begin, std::uint64_t end,
           std::uint32_t encoding) {
  REQUIRE(found);
  CHECK(found->begin == begin);
  CHECK(found->end == end);
  CHECK(found->encoding == encoding);
}

}  // namespace

TEST_CASE("functions are found in compressed and regular pages") {
  const Buffer section = two_pages();
  const CompactEntries entries(section);
  check(entries.find(0x1000), 0x1000, 0x1100, a);
  check(entries.find(0x10ff), 0x1000, 0x1100, a);
  check(entries.find(0x1100), 0x1100, 0x1800, b);
  check(entries.find(0x3000), 0x3000, 0x3100, c);
  check(entries.find(0x3fff), 0x3100, 0x4000, 0);
  CHECK_FALSE(entries.find(0xfff));
  CHECK_FALSE(entries.find(0x4000));
  CHECK_FALSE(entries.find(UINT64_MAX));
  // Its number is neither a common encoding nor the page's.
  CHECK_FALSE(entries.find(0x1900));
}

TEST_CASE("tables that were cut off, and other versions, have what is there") {
  const Buffer section = two_pages();
  for (std::size_t size = 0; size < section.size(); ++size) {
    const Buffer part(section.begin(), section.begin() + static_cast<std::ptrdiff_t>(size));
    const CompactEntries entries(part);
    const auto found = entries.find(0x3000);
    CHECK((!found || found->encoding == c || found->encoding == 0));
  }
  Buffer other = section;
  other[0] = 2;
  CHECK_FALSE(CompactEntries(other).find(0x1000));
}
