// Units are handed out as their bytes come: none before it is whole, all of them once, the largest first when
// nothing more will come.
#include "debug/debuginfo/unit_feed.h"

#include <array>
#include <set>
#include <thread>

#include "doctest/doctest.h"

#include "support/synth_dwarf.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::debuginfo;
using namespace symkit::test;

namespace {

// Units of so many entries each.
SynthDwarf units_of(std::initializer_list<unsigned> sizes) {
  SynthDwarf dwarf;
  for (const unsigned size : sizes) {
    dwarf.begin_unit();
    dwarf.open(DW_TAG_compile_unit);
    for (unsigned i = 0; i < size; ++i)
      dwarf.entry(DW_TAG_subprogram, {{DW_AT_name, DW_FORM_string, "some function"}});
    dwarf.close().end_unit();
  }
  return dwarf;
}

}  // namespace

TEST_CASE("byte by byte, a reader finds the units that it finds in the whole") {
  SynthDwarf dwarf = units_of({3, 0, 40, 7});
  const Sections sections = dwarf.sections();
  const UnitList whole = read_units(sections);
  REQUIRE(whole.units.size() == 4);
  UnitReader reader;
  UnitList grown;
  for (std::size_t bytes = 0; bytes <= sections.info.size(); ++bytes) {
    reader.read(sections.info, sections.endian, bytes, grown);
    for (const UnitHeader& unit : grown.units) CHECK(unit.end <= bytes);
  }
  REQUIRE(grown.units.size() == whole.units.size());
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(grown.units[i].offset == whole.units[i].offset);
    CHECK(grown.units[i].end == whole.units[i].end);
    CHECK(grown.units[i].first_entry == whole.units[i].first_entry);
  }
}

TEST_CASE("a unit that runs past the end is a fault however the bytes come") {
  SynthDwarf dwarf = units_of({3, 40});
  const Sections sections = dwarf.sections();
  const Bytes cut = sections.info.first(sections.info.size() - 1);
  UnitReader reader;
  UnitList grown;
  for (std::size_t bytes = 0; bytes <= cut.size(); bytes += 3)
    reader.read(cut, sections.endian, bytes, grown);
  reader.read(cut, sections.endian, cut.size(), grown);
  Sections short_sections = sections;
  short_sections.info = cut;
  CHECK(grown.units.size() == 1);
  CHECK(grown.fault == read_units(short_sections).fault);
  CHECK_FALSE(grown.fault.empty());
}

TEST_CASE("when all is there, the largest unit comes first; then there are no more") {
  SynthDwarf dwarf = units_of({3, 40, 7, 100});
  const Sections sections = dwarf.sections();
  UnitFeed feed;
  feed.add(sections.info, sections.endian, sections.info.size());
  const auto first = feed.next();  // before finish() in the order of the file
  REQUIRE(first.has_value());
  CHECK(first->offset == 0);
  feed.finish();
  std::uint64_t size = UINT64_MAX;
  for (int i = 0; i < 3; ++i) {
    const auto unit = feed.next();
    REQUIRE(unit.has_value());
    CHECK(unit->end - unit->offset <= size);
    size = unit->end - unit->offset;
  }
  CHECK_FALSE(feed.next().has_value());
}

TEST_CASE("workers that wait get every unit once") {
  SynthDwarf dwarf = units_of({9, 4, 25, 1, 0, 60, 12, 33, 2, 8});
  const Sections sections = dwarf.sections();
  UnitFeed feed;
  std::array<std::vector<std::uint64_t>, 3> taken;
  {
    std::vector<std::jthread> workers;
    for (auto& mine : taken)
      workers.emplace_back([&] {
        while (const auto unit = feed.next()) mine.push_back(unit->offset);
      });
    for (std::size_t bytes = 0; bytes < sections.info.size(); bytes += 50)
      feed.add(sections.info, sections.endian, bytes);
    feed.add(sections.info, sections.endian, sections.info.size());
    feed.finish();
  }
  std::multiset<std::uint64_t> all;
  for (const auto& mine : taken) all.insert(mine.begin(), mine.end());
  std::multiset<std::uint64_t> expected;
  for (const UnitHeader& unit : read_units(sections).units) expected.insert(unit.offset);
  CHECK(all == expected);
}
