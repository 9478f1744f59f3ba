// The units of .debug_info: headers in every form, and what a broken one does to the others.
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

void add_unit(SynthDwarf& dwarf, const char* name, const SynthUnit& unit = {}) {
  dwarf.begin_unit(unit);
  dwarf.entry(DW_TAG_compile_unit, {{DW_AT_name, DW_FORM_string, name}});
  dwarf.end_unit();
}

}  // namespace

TEST_CASE("a unit's header is read in every version, width, address size and byte order") {
  for (const DwarfForm& form : dwarf_forms()) {
    CAPTURE(describe(form));
    SynthDwarf dwarf(form);
    add_unit(dwarf, "first.c");
    add_unit(dwarf, "second.c");
    const OpenedDwarf opened(dwarf);
    REQUIRE(opened.count() == 2);
    CHECK(opened.list.fault.empty());
    const UnitHeader& header = opened.list.units[1];
    CHECK(header.encoding.version == form.version);
    CHECK(header.encoding.offset_size == form.offset_size());
    CHECK(header.encoding.address_size == form.address_size);
    CHECK(header.abbrev_offset == SynthDwarf::abbreviations_at);
    CHECK(header.offset == opened.list.units[0].end);
    CHECK(opened.unit(0).name == "first.c");
    CHECK(opened.unit(1).name == "second.c");
  }
}

TEST_CASE("version 5's headers say which split unit is a skeleton's; types' signatures are stepped over") {
  for (const UnitType type :
       {DW_UT_compile, DW_UT_type, DW_UT_partial, DW_UT_skeleton, DW_UT_split_compile, DW_UT_split_type}) {
    for (const bool wide : {false, true}) {
      CAPTURE(static_cast<int>(type));
      SynthDwarf dwarf({.version = 5, .wide = wide});
      add_unit(dwarf, "a.c", {.type = type});
      const OpenedDwarf opened(dwarf);
      REQUIRE(opened.count() == 1);
      CHECK(opened.list.units[0].type == type);
      const bool is_split = type == DW_UT_skeleton || type == DW_UT_split_compile;
      CHECK(opened.list.units[0].dwo_id == (is_split ? std::optional<std::uint64_t>(0x1d) : std::nullopt));
      CHECK(opened.unit().dwo_id == opened.list.units[0].dwo_id);
      CHECK(opened.unit().name == "a.c");
    }
  }
}

TEST_CASE("before version 5 an attribute says which split unit is a skeleton's") {
  SynthDwarf dwarf({.version = 4});
  dwarf.begin_unit();
  dwarf.entry(DW_TAG_compile_unit, {{DW_AT_GNU_dwo_name, DW_FORM_string, "a.dwo"},
                                    {DW_AT_GNU_dwo_id, DW_FORM_data8, 0x8eda7a884014c138}});
  dwarf.end_unit();
  add_unit(dwarf, "whole.c");
  const OpenedDwarf opened(dwarf);
  CHECK(opened.unit(0).dwo_id == 0x8eda7a884014c138);
  CHECK(opened.unit(1).dwo_id == std::nullopt);
}

TEST_CASE("a broken unit between good ones costs only itself, and is reported") {
  SUBCASE("version 6") {
    SynthDwarf dwarf;
    add_unit(dwarf, "before.c");
    add_unit(dwarf, "broken.c", {.version = 6});
    add_unit(dwarf, "after.c");
    const OpenedDwarf opened(dwarf);
    REQUIRE(opened.count() == 2);
    CHECK(opened.unit(1).name == "after.c");
    CHECK(opened.list.fault.find("version") != std::string::npos);
  }
  SUBCASE("address size 3") {
    SynthDwarf dwarf({.version = 5});
    add_unit(dwarf, "before.c");
    add_unit(dwarf, "broken.c", {.address_size = 3});
    add_unit(dwarf, "after.c");
    const OpenedDwarf opened(dwarf);
    REQUIRE(opened.count() == 2);
    CHECK(opened.unit(1).name == "after.c");
    CHECK(opened.list.fault.find("address size") != std::string::npos);
  }
  SUBCASE("shorter than its header") {
    SynthDwarf dwarf;
    add_unit(dwarf, "before.c");
    dwarf.info.u32(4).u16(4).u16(0);
    add_unit(dwarf, "after.c");
    const OpenedDwarf opened(dwarf);
    REQUIRE(opened.count() == 2);
    CHECK(opened.unit(1).name == "after.c");
    CHECK_FALSE(opened.list.fault.empty());
  }
}

TEST_CASE("a unit that runs past the section ends the list") {
  for (const std::uint64_t length : {100U, 0xfffffff0U, 0xfffffffeU}) {
    SynthDwarf dwarf;
    add_unit(dwarf, "good.c");
    dwarf.info.u32(length).u16(4);
    const OpenedDwarf opened(dwarf);
    CHECK(opened.count() == 1);
    CHECK(opened.list.fault.find("past the end") != std::string::npos);
  }
}

TEST_CASE("zeros between units are padding") {
  SynthDwarf dwarf;
  add_unit(dwarf, "a.c");
  dwarf.info.zeros(12);
  add_unit(dwarf, "b.c");
  const OpenedDwarf opened(dwarf);
  REQUIRE(opened.count() == 2);
  CHECK(opened.list.fault.empty());
  CHECK(opened.unit(1).name == "b.c");
}

TEST_CASE("an offset is in the unit around it, or in none") {
  SynthDwarf dwarf;
  add_unit(dwarf, "a.c");
  dwarf.info.zeros(8);
  add_unit(dwarf, "b.c");
  const OpenedDwarf opened(dwarf);
  const auto& units = opened.list.units;
  CHECK(opened.list.containing(0) == &units[0]);
  CHECK(opened.list.containing(units[0].end - 1) == &units[0]);
  CHECK(opened.list.containing(units[0].end) == nullptr);
  CHECK(opened.list.containing(units[1].offset) == &units[1]);
  CHECK(opened.list.containing(units[1].end) == nullptr);
}

TEST_CASE("bases may stand behind the attributes that need them") {
  SynthDwarf dwarf({.version = 5});
  for (int i = 0; i < 3; ++i) dwarf.add_string_index("other");
  dwarf.add_address(0x77);
  dwarf.begin_unit();
  dwarf.entry(DW_TAG_compile_unit, {{DW_AT_name, DW_FORM_strx1, "late.c"},
                                    {DW_AT_comp_dir, DW_FORM_strx, "/build"},
                                    {DW_AT_low_pc, DW_FORM_addrx, 0x1000},
                                    {DW_AT_high_pc, DW_FORM_data4, 0x40},
                                    {DW_AT_language, DW_FORM_data2, DW_LANG_C11},
                                    {DW_AT_stmt_list, DW_FORM_sec_offset, 0x30},
                                    {DW_AT_str_offsets_base, DW_FORM_sec_offset, dwarf.strings_base},
                                    {DW_AT_addr_base, DW_FORM_sec_offset, dwarf.addresses_base}});
  dwarf.end_unit();
  const OpenedDwarf opened(dwarf);
  const Unit& unit = opened.unit();
  CHECK(unit.name == "late.c");
  CHECK(unit.compilation_directory == "/build");
  CHECK(unit.base_address == 0x1000);
  CHECK(unit.language == DW_LANG_C11);
  CHECK(unit.line_program == 0x30);
  CHECK(unit.has_code);
}

TEST_CASE("a unit without entries or with an unknown abbreviation says nothing of itself") {
  SynthDwarf dwarf;
  dwarf.begin_unit().end_unit();
  dwarf.begin_unit();
  dwarf.info.uleb(99);
  dwarf.end_unit();
  const OpenedDwarf opened(dwarf);
  REQUIRE(opened.count() == 2);
  CHECK(opened.unit(0).tag == 0);
  CHECK(opened.unit(1).tag == 0);
  CHECK(Listing(opened, 0).functions.empty());
  CHECK_FALSE(Listing(opened, 1).whole);
}
