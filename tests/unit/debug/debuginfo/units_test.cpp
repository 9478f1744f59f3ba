// A walk over units: each unit goes to one worker, once, however many there are; what is broken is said, what
// is spent is spent for all.
#include "debug/debuginfo/units.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "debug/debuginfo/first_time.h"
#include "debug/debuginfo/unit_tools.h"
#include "support/fake_image.h"

using namespace symkit;
using namespace symkit::debuginfo;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

SynthDwarf units_of(unsigned count) {
  SynthDwarf dwarf;
  for (unsigned i = 0; i < count; ++i) {
    dwarf.begin_unit();
    dwarf.open(DW_TAG_compile_unit);
    for (unsigned k = 0; k < i % 7; ++k)
      dwarf.entry(DW_TAG_subprogram, {{DW_AT_name, DW_FORM_string, "some function"}});
    dwarf.close().end_unit();
  }
  return dwarf;
}

// Notes what it is given; a unit at `broken` is broken.
struct Noter {
  bool take(const UnitHeader& header) {
    offsets.push_back(header.offset);
    return header.offset != broken;
  }
  std::uint64_t broken = ~std::uint64_t{0};
  std::vector<std::uint64_t> offsets;
};

struct Walked {
  std::vector<std::uint64_t> offsets;
  std::vector<std::string> warnings;
  std::uint64_t advanced = 0;
};

Walked walk(Units& units, unsigned jobs, std::uint64_t broken = ~std::uint64_t{0}) {
  Walked walked;
  std::mutex mutex;
  const WalkOptions how{.jobs = jobs,
                        .warn = [&](const std::string& what) { walked.warnings.push_back(what); },
                        .fate = "listed",
                        .advanced =
                            [&](std::uint64_t bytes) {
                              const std::scoped_lock lock(mutex);
                              walked.advanced += bytes;
                            },
                        .release_pages = [] {}};
  const auto workers =
      for_each_unit(units, how, [&](unsigned) { return std::make_unique<Noter>(Noter{broken, {}}); });
  REQUIRE(workers.has_value());
  CHECK(workers->size() == jobs);
  for (const auto& worker : *workers)
    walked.offsets.insert(walked.offsets.end(), worker->offsets.begin(), worker->offsets.end());
  std::ranges::sort(walked.offsets);
  return walked;
}

std::vector<std::uint64_t> offsets_of(const UnitList& list) {
  std::vector<std::uint64_t> offsets;
  for (const UnitHeader& header : list.units) offsets.push_back(header.offset);
  return offsets;
}

}  // namespace

TEST_CASE("each unit is given to one worker, once, from an image and from sections at hand") {
  SynthDwarf dwarf = units_of(40);
  const Sections sections = dwarf.sections();
  const UnitList list = read_units(sections);
  FakeImage image;
  image.add_code(0, 0x1000).add_debug(dwarf);
  for (const unsigned jobs : {1U, 2U, 5U}) {
    CAPTURE(jobs);
    Units unpacked(image);
    Units given(sections, list, sections.info.size());
    for (Units* units : {&unpacked, &given}) {
      const Walked walked = walk(*units, jobs);
      CHECK(walked.offsets == offsets_of(list));
      CHECK(walked.advanced == sections.info.size());
      CHECK(walked.warnings.empty());
    }
  }
}

TEST_CASE("a broken unit and a broken list are said, with what becomes of the rest") {
  SynthDwarf dwarf = units_of(3);
  dwarf.info.u32(0xfff0);  // a unit that runs past the end
  const Sections sections = dwarf.sections();
  UnitList list = read_units(sections);
  const std::uint64_t second = list.units.at(1).offset;
  Units units(sections, std::move(list), sections.info.size());
  const Walked walked = walk(units, 2, second);
  REQUIRE(walked.warnings.size() == 2);
  CHECK(walked.warnings[0].ends_with("of .debug_info is broken; only the part before the fault is listed"));
  CHECK(walked.warnings[1].ends_with("it runs past the end of .debug_info"));
}

TEST_CASE("the limit on work holds for all workers together, and is said") {
  SynthDwarf dwarf = units_of(2);
  const Sections sections = dwarf.sections();
  Units units(sections, read_units(sections), sections.info.size());
  UnitTools first(units), second(units);
  CHECK(first.spend(100));
  CHECK_FALSE(first.spend(std::uint64_t{1} << 40));
  CHECK_FALSE(second.spend(1));
  const Walked walked = walk(units, 1);
  REQUIRE(walked.warnings.size() == 1);
  CHECK(walked.warnings[0] ==
        "its debug information repeats itself endlessly; only the part before that is listed");
}

TEST_CASE("a table that several units share is read once in a row") {
  SynthDwarf dwarf = units_of(3);
  const Sections sections = dwarf.sections();
  const UnitList list = read_units(sections);
  Units units(sections, list, sections.info.size());
  UnitTools tools(units);
  CHECK(tools.enter(list.units[0]));
  CHECK_FALSE(tools.enter(list.units[1]));
  UnitHeader other = list.units[2];
  other.encoding.address_size = 4;
  CHECK(tools.enter(other));
  CHECK(tools.table().encoding() == other.encoding);
  CHECK(tools.enter(list.units[2]));
  CHECK(tools.table().find(1) != nullptr);
}

TEST_CASE("a line program is looked at for the first unit that has it") {
  FirstTime first_time;
  CHECK(first_time(0));
  CHECK(first_time(7));
  CHECK_FALSE(first_time(0));
}
