// .dwo and .dwp: a package's index says where each unit's abbreviations and strings begin.
#include "debug/debuginfo/split_file.h"

#include <set>
#include <string>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "ground/base/words.h"
#include "support/fake_image.h"

using namespace symkit;
using namespace symkit::debuginfo;

namespace {

std::string package_of(std::string_view version) {
  return say(SYMKIT_TEST_DATA, "/native/elf-split/packaged/tokenizer-clang-dwarf", version, "-split.so.dwp");
}

}  // namespace

TEST_CASE("each unit of a package is read with its own abbreviations and strings") {
  for (const char* version : {"4", "5"}) {
    CAPTURE(version);
    const auto file = container::open_file(package_of(version));
    REQUIRE(file.has_value());
    const container::Image& image = *(*file)->images().front();
    REQUIRE(SplitFile::is_one(image));
    const auto split = SplitFile::read(image);
    REQUIRE(split.has_value());
    CHECK(split->is_package());
    CHECK(split->ids().size() == 3);
    const dwarf::UnitList& list = split->whole().units;
    const dwarf::Sections& sections = split->whole().sections;
    CHECK(list.fault.empty());
    std::set<std::uint64_t> tables;
    std::set<std::string> names;
    for (const dwarf::UnitHeader& header : list.units) {
      tables.insert(header.abbrev_offset);
      dwarf::AbbreviationTable table;
      table.read(sections.abbrev, header.abbrev_offset, sections.endian, header.encoding);
      const dwarf::Sections its_sections = split->sections_of(header);
      const dwarf::Unit unit(its_sections, header, table);
      if (header.type != dwarf::DW_UT_split_type) names.emplace(unit.name.substr(unit.name.rfind('/') + 1));
    }
    CHECK(tables.size() > 1);  // in a package no two files share one
    CHECK(names == std::set<std::string>{"depth.c", "number.c", "tokenizer.c"});
  }
}

TEST_CASE("an image with sections of its own is no part of another") {
  test::FakeImage image;
  image.add_code(0, 16);
  CHECK_FALSE(SplitFile::is_one(image));
}

TEST_CASE("a unit is found by its id, in a package as in a file of its own") {
  for (const char* version : {"4", "5"}) {
    CAPTURE(version);
    const auto package = container::open_file(package_of(version));
    const auto alone =
        container::open_file(say(SYMKIT_TEST_DATA, "/native/elf-split/number-dwarf", version, ".dwo"));
    REQUIRE(package.has_value());
    REQUIRE(alone.has_value());
    const auto packed = SplitFile::read(*(*package)->images().front());
    const auto own = SplitFile::read(*(*alone)->images().front());
    REQUIRE(packed.has_value());
    REQUIRE(own.has_value());
    CHECK_FALSE(own->is_package());
    REQUIRE(own->ids().size() == 1);
    const dwarf::UnitHeader* there = packed->find(own->ids().front());
    const dwarf::UnitHeader* here = own->find(own->ids().front());
    REQUIRE(there != nullptr);
    REQUIRE(here != nullptr);
    CHECK(there->end - there->offset == here->end - here->offset);
    // The same strings, though they stand elsewhere.
    CHECK(packed->sections_of(*there).str_offsets.size() == own->sections_of(*here).str_offsets.size());
    CHECK(own->find(own->ids().front() + 1) == nullptr);
    CHECK(packed->find(0) == nullptr);
  }
}
