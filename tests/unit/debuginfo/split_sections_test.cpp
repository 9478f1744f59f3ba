// .dwo and .dwp: a package's index says where each unit's abbreviations and strings begin.
#include "debuginfo/split_sections.h"

#include <set>
#include <string>

#include "doctest/doctest.h"

#include "base/words.h"
#include "container/open.h"
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
    const SplitSections split(image);
    REQUIRE(split.is_part());
    const auto sections = split.read(image);
    REQUIRE(sections.has_value());
    const dwarf::UnitList list = split.units(*sections);
    CHECK(list.fault.empty());
    std::set<std::uint64_t> tables;
    std::set<std::string> names;
    for (const dwarf::UnitHeader& header : list.units) {
      tables.insert(header.abbrev_offset);
      dwarf::AbbreviationTable table;
      table.read(sections->abbrev, header.abbrev_offset, sections->endian, header.encoding);
      const dwarf::Sections its_sections = split.sections_of(header, *sections);
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
  CHECK_FALSE(SplitSections(image).is_part());
}
