// Pitfalls of DWARF's functions, as design/pitfalls.md lists them: each seen in the answers of the index.
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

TEST_CASE(".debug_aranges is never read: wrong ones change nothing") {
  SynthDwarf dwarf;
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram, named("f", 0x1100, 0x10));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  const Prepared without(image);
  // One that claims 0x1100 for a unit at 0x4444.
  Assembler aranges;
  aranges.u32(0x2c).u16(2).u32(0x4444).u8(8).u8(0).u32(0).u64(0x1100).u64(0x10).u64(0).u64(0);
  const Buffer bytes = aranges.finish();
  image.add_debug(".debug_aranges", bytes);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1104) == "f ?:0");
  CHECK(without.at(0x1104) == "f ?:0");
}

TEST_CASE("dead-stripped functions: low_pc 0, -1, -2 are not there, and live ones are not harmed") {
  for (const std::uint64_t dead : {std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{1}}) {
    SynthDwarf dwarf;
    SynthLines lines(dwarf);
    lines.files = {{"a.c", 0}};
    lines.set_address(dead).row(66).row(67, 0x20).end_sequence(0x2000);
    lines.set_address(0x1000).row(10).end_sequence(0x800);
    begin_unit(dwarf, lines.finish());
    dwarf.open(DW_TAG_subprogram, named("dead", dead, 0x2020));
    dwarf.entry(DW_TAG_inlined_subroutine, called(named("inlined", dead + 8, 0x10), 5)).close();
    dwarf.entry(DW_TAG_subprogram, named("live", 0x1000, 0x800));
    end_unit(dwarf);
    FakeImage image;
    image.add_code(0x1000, 0x1000).add_debug(dwarf);
    const Prepared prepared(image);
    CAPTURE(dead);
    CHECK(prepared.at(0x1000) == "live /b/a.c:10");  // the dead one's lines reach to 0x2020
    CHECK(prepared.at(0x17ff) == "live /b/a.c:10");
    CHECK(prepared.at(0x1800) == "nothing");
    CHECK(prepared.at(0x10) == "nothing");
  }
}

TEST_CASE("dead-stripped functions that only their ranges give away") {
  for (const std::uint64_t dead : {std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{1}}) {
    SynthDwarf dwarf;
    const std::uint64_t all_dead = dwarf.ranges.size();
    dwarf.ranges.u64(~std::uint64_t{0}).u64(dead).u64(2).u64(0x1104).u64(0).u64(0);
    begin_unit(dwarf);
    dwarf.entry(DW_TAG_subprogram, named("live", 0x1100, 0x10));
    dwarf.entry(DW_TAG_subprogram, in_ranges("dead", all_dead));
    end_unit(dwarf);
    FakeImage image;
    image.add_code(0x1000, 0x1000).add_debug(dwarf);
    const Prepared prepared(image);
    CAPTURE(dead);
    CHECK(prepared.at(0x1100) == "live ?:0");
    CHECK(prepared.at(0x1000) == "nothing");
  }
}

TEST_CASE("inlined children of deleted code: the function stays, they are not seen") {
  for (const std::uint64_t dead : {std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{1}}) {
    SynthDwarf dwarf;
    begin_unit(dwarf);
    dwarf.open(DW_TAG_subprogram, named("live", 0x1100, 0x10));
    dwarf.entry(DW_TAG_inlined_subroutine, called(named("gone", dead, 0x10), 5)).close();
    // No code of its own, only a child's.
    dwarf.open(DW_TAG_subprogram, {{DW_AT_name, DW_FORM_string, "abstract"}});
    dwarf.entry(DW_TAG_inlined_subroutine, called(named("stray", 0x1200, 0x10), 5)).close();
    end_unit(dwarf);
    FakeImage image;
    image.add_code(0x1000, 0x1000).add_debug(dwarf);
    const Prepared prepared(image);
    CAPTURE(dead);
    for (const std::uint64_t at : {0x1100U, 0x110fU}) CHECK(prepared.at(at) == "live ?:0");
    CHECK(prepared.at(0x1200) == "nothing");
    CHECK(prepared.at(0) == "nothing");
  }
}

TEST_CASE(".cold: a function has several ranges, all but the first are parts") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}};
  lines.set_address(0x1100).row(10).end_sequence(0x40).set_address(0x1800).row(15).end_sequence(0x20);
  const std::uint64_t list = add_ranges(dwarf, {{0x1100, 0x1140}, {0x1800, 0x1820}});
  begin_unit(dwarf, lines.finish());
  dwarf.open(DW_TAG_subprogram, in_ranges("f", list));
  dwarf.entry(DW_TAG_inlined_subroutine, called(named("g", 0x1808, 8), 12)).close();
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  image.add_symbol("f", 0x1100, 0x40);
  image.add_symbol("f.cold", 0x1800, 0x20);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1120) == "f /b/a.c:10");
  CHECK(prepared.at(0x1800) == "f /b/a.c:15");
  CHECK(prepared.at(0x1808) == "g /b/a.c:15 < f /b/a.c:12");
  CHECK(prepared.at(0x1200) == "nothing");
  CHECK(prepared.range_at(0x1100) == "4352-4416 0");
  CHECK(prepared.range_at(0x1800) == "6144-6176 0 part");
  CHECK(prepared.symbol_at(0x1810) == "f.cold+16");
  CHECK(prepared.index().functions_named("f") == std::vector{ImageOffset{0x1100}});
}

TEST_CASE(".cold without ranges: what was inlined there still tells") {
  SynthDwarf dwarf({.version = 2});
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit);
  dwarf.open(DW_TAG_subprogram, {{DW_AT_name, DW_FORM_string, "f"},
                                 {DW_AT_low_pc, DW_FORM_addr, 0x1100},
                                 {DW_AT_high_pc, DW_FORM_addr, 0x1140}});
  dwarf.entry(DW_TAG_inlined_subroutine, called(named("g", 0x1ff0, 0x40), 12)).close();
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1ff8) == "g ?:0 < f ?:12");
  CHECK(prepared.range_at(0x1ff8) == "8176-8192 0 part");  // no further than the section
}

TEST_CASE("overlapping functions: of units the first, within a unit the one that begins last") {
  SynthDwarf dwarf;
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram, named("outer", 0x1100, 0x100));
  dwarf.entry(DW_TAG_subprogram, named("inner", 0x1140, 0x20));
  end_unit(dwarf);
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram, named("late", 0x1150, 0x200));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1100) == "outer ?:0");
  CHECK(prepared.at(0x1140) == "inner ?:0");
  CHECK(prepared.at(0x115f) == "inner ?:0");
  CHECK(prepared.at(0x1160) == "outer ?:0");
  CHECK(prepared.at(0x1200) == "late ?:0");
  CHECK(prepared.at(0x134f) == "late ?:0");
}

TEST_CASE("identical code folded: the choice does not depend on threads, nor on which unit is larger") {
  for (const bool first_is_larger : {false, true}) {
    SynthDwarf dwarf;
    for (const bool first : {true, false}) {
      begin_unit(dwarf);
      dwarf.entry(DW_TAG_subprogram, named(first ? "one" : "two", 0x1100, 0x10));
      if (first) dwarf.entry(DW_TAG_subprogram, named("one_again", 0x1100, 0x10));
      if (first == first_is_larger)
        for (int i = 0; i < 100; ++i) dwarf.entry(DW_TAG_lexical_block);
      end_unit(dwarf);
    }
    FakeImage image;
    image.add_code(0x1000, 0x1000).add_debug(dwarf);
    for (const unsigned jobs : {1U, 2U, 4U}) CHECK(Prepared(image, jobs).at(0x1104) == "one_again ?:0");
  }
}

TEST_CASE("names across units, with ref_addr; a ring of references gives no name and no hang") {
  SynthDwarf dwarf;
  const EntryLabel origin = dwarf.label(), ring = dwarf.label();
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram,
              with({{DW_AT_abstract_origin, DW_FORM_ref_addr, origin}}, code(0x1100, 0x10)));
  dwarf.entry(DW_TAG_subprogram, with({{DW_AT_specification, DW_FORM_ref_addr, ring}}, code(0x1200, 0x10)));
  end_unit(dwarf);
  begin_unit(dwarf);
  dwarf.at(origin).entry(DW_TAG_subprogram, {{DW_AT_linkage_name, DW_FORM_string, "_Z1fv"}});
  dwarf.at(ring).entry(DW_TAG_subprogram, {{DW_AT_specification, DW_FORM_ref_addr, ring}});
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  image.add_symbol("from_symbols", 0x1200, 0x10);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1104) == "_Z1fv ?:0");
  CHECK(prepared.at(0x1204) == "? ?:0");
  CHECK(prepared.symbol_at(0x1204) == "from_symbols+4");
}

TEST_CASE("type units hold no code, a skeleton's functions count") {
  SynthDwarf dwarf({.version = 5});
  dwarf.begin_unit({.type = DW_UT_type});
  dwarf.open(DW_TAG_compile_unit).entry(DW_TAG_subprogram, named("type", 0x1100, 0x10));
  end_unit(dwarf);
  dwarf.begin_unit({.type = DW_UT_skeleton});
  dwarf.open(DW_TAG_skeleton_unit).entry(DW_TAG_subprogram, named("skeleton", 0x1200, 0x10));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1104) == "nothing");
  CHECK(prepared.at(0x1204) == "skeleton ?:0");
}

TEST_CASE("every version, width and byte order ends in the same answers") {
  for (const DwarfForm& form : dwarf_forms()) {
    SynthDwarf dwarf(form);
    SynthLines lines(dwarf);
    lines.folders = form.version == 5 ? std::vector<std::string>{"/b"} : std::vector<std::string>{};
    lines.files = {{"a.c", 0}, {"a.c", 0}};
    lines.set_address(0x1100).row(10).row(11, 8).end_sequence(8);
    const std::uint64_t at = lines.finish();
    dwarf.begin_unit();
    dwarf.open(DW_TAG_compile_unit, {{DW_AT_stmt_list, form.wide ? DW_FORM_data8 : DW_FORM_data4, at},
                                     {DW_AT_comp_dir, DW_FORM_strp, "/b"}});
    dwarf.entry(DW_TAG_subprogram, {{DW_AT_linkage_name, DW_FORM_strp, "f"},
                                    {DW_AT_low_pc, DW_FORM_addr, 0x1100},
                                    {DW_AT_high_pc, DW_FORM_addr, 0x1110}});
    end_unit(dwarf);
    FakeImage image;
    image.add_code(0x1000, 0x1000).add_debug(dwarf);
    const Prepared prepared(image);
    CAPTURE(form.version);
    CHECK(prepared.at(0x1107) == "f /b/a.c:10");
    CHECK(prepared.at(0x110f) == "f /b/a.c:11");
    CHECK(prepared.warnings.empty());
  }
}

TEST_CASE("a broken unit is reported and the others are used") {
  SynthDwarf dwarf;
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram, named("good", 0x1100, 0x10));
  end_unit(dwarf);
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram, named("before", 0x1200, 0x10));
  dwarf.info.uleb(4242);
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1104) == "good ?:0");
  CHECK(prepared.at(0x1204) == "before ?:0");
  CHECK(prepared.warnings.size() == 1);
}
