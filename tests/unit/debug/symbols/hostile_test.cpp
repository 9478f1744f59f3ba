// Files made to be slow: entries that share lists, lines and abbreviations, functions that all cover the same
// code. Preparation must end soon, within memory, and still answer. And: threads must not change the index.
#include <chrono>

#include "keep/index/slice.h"
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

// Some hundred units of different sizes, with inlined calls, cold parts, folded and overlapping functions.
void add_units(SynthDwarf& dwarf) {
  for (unsigned u = 0; u < 200; ++u) {
    SynthLines lines(dwarf);
    lines.folders = {"src" + std::to_string(u % 7)};
    lines.files = {{"a" + std::to_string(u % 31) + ".c", 1}};
    const std::uint64_t begin = 0x1000 + u % 150 * 0x100;
    lines.set_address(begin);
    for (int i = 0; i < 20; ++i) lines.row(u + static_cast<unsigned>(i * i % 11), 4);
    lines.end_sequence(0x60);
    const std::uint64_t list =
        add_ranges(dwarf, {{begin, begin + 0x80}, {begin, begin + 0x90}, {begin + 0xa0, begin + 0xb0}});
    begin_unit(dwarf, lines.finish());
    const std::string name = "f" + std::to_string(u % 50);
    dwarf.open(DW_TAG_subprogram, in_ranges(name.c_str(), list));
    for (unsigned i = 0; i < u % 5; ++i)
      dwarf.entry(DW_TAG_inlined_subroutine, called(named("inlined", begin + i * 8, 16), i));
    dwarf.close();
    dwarf.entry(DW_TAG_subprogram, named("same", begin + 0xc0, 0x20));
    dwarf.entry(DW_TAG_subprogram, named("same_too", begin + 0xc0, 0x20));
    for (unsigned i = 0; i < u * 7 % 40; ++i) dwarf.entry(DW_TAG_lexical_block);
    end_unit(dwarf);
  }
}

double seconds_for(const FakeImage& image) {
  const auto start = std::chrono::steady_clock::now();
  const Prepared prepared(image);
  CHECK(prepared.at(0x1100) != "nothing");
  CHECK(prepared.bytes.size() < (std::size_t{1} << 28));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Each of these would take hours without a limit; with it a second, on a slow machine and with sanitizers
// more.
constexpr double patience = 60;

}  // namespace

TEST_CASE("the number of threads does not change a byte of the index") {
  SynthDwarf dwarf;
  add_units(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x20000).add_debug(dwarf);
  for (unsigned i = 0; i < 100; ++i) image.add_symbol("symbol", 0x1000 + i * 0x90, i % 3 * 0x20);
  const Prepared one(image, 1);
  REQUIRE_FALSE(one.is_empty());
  for (const unsigned jobs : {2U, 4U, 7U})
    for (int round = 0; round < 3; ++round) CHECK(Prepared(image, jobs).bytes == one.bytes);
}

TEST_CASE("thousands of functions over the same lines") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}};
  lines.set_address(0x1000);
  for (int i = 0; i < 30000; ++i) lines.special(1, i % 3);
  lines.end_sequence(1);
  begin_unit(dwarf, lines.finish());
  for (int i = 0; i < 20000; ++i) dwarf.entry(DW_TAG_subprogram, code(0x1000, 30000));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x10000).add_debug(dwarf);
  CHECK(seconds_for(image) < patience);
}

TEST_CASE("thousands of units with the same lines and the same ranges") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}};
  lines.set_address(0x1000);
  for (int i = 0; i < 30000; ++i) lines.special(1, i % 3);
  const std::uint64_t at = lines.end_sequence(1).finish();
  for (int i = 0; i < 20000; ++i) dwarf.ranges.address(0x1000).address(0x8000);
  for (int i = 0; i < 4000; ++i) {
    dwarf.begin_unit();
    dwarf.entry(DW_TAG_compile_unit,
                {{DW_AT_stmt_list, DW_FORM_sec_offset, at}, {DW_AT_ranges, DW_FORM_sec_offset, 0}});
    dwarf.end_unit();
  }
  FakeImage image;
  image.add_code(0x1000, 0x10000).add_debug(dwarf);
  CHECK(seconds_for(image) < patience);
}

TEST_CASE("one function with many lines, cut into thousands of pieces") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}};
  lines.set_address(0x1000);
  for (int i = 0; i < 60000; ++i) lines.special(1, i % 3);
  begin_unit(dwarf, lines.end_sequence(1).finish());
  dwarf.entry(DW_TAG_subprogram, named("whole", 0x1000, 60000));
  for (unsigned i = 0; i < 20000; ++i) dwarf.entry(DW_TAG_subprogram, code(0x1000 + i * 3, 1));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x10000).add_debug(dwarf);
  CHECK(seconds_for(image) < patience);
}

TEST_CASE("one function with thousands of ranges and thousands of calls") {
  SynthDwarf dwarf;
  for (unsigned i = 0; i < 10000; ++i) dwarf.ranges.address(0x1000 + i).address(0x1001 + i);
  dwarf.ranges.address(0).address(0);
  begin_unit(dwarf);
  dwarf.open(DW_TAG_subprogram, in_ranges("f", 0));
  for (unsigned i = 0; i < 10000; ++i) dwarf.entry(DW_TAG_inlined_subroutine, code(0x1000 + i, 1));
  dwarf.close();
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x10000).add_debug(dwarf);
  CHECK(seconds_for(image) < patience);
}

TEST_CASE("code sections that all cover each other count as one") {
  FakeImage image;
  for (unsigned i = 0; i < 3000; ++i) image.add_code(0x1000 + i, 0x8000 - 2 * i);
  image.add_section(".data", 0x20000, 8, false);
  for (unsigned i = 0; i < 3000; ++i) image.add_symbol("s", 0x1000 + i * 4).in_code = i % 2 == 0;
  CHECK(seconds_for(image) < patience);
}
