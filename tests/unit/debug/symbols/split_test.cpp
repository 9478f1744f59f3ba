// Split DWARF whose .dwo files are not there: only what is certain may be said.
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

// A skeleton with code at 0x1100-0x1300: lines, and no functions unless they are put in before it is closed.
void begin_skeleton(SynthDwarf& dwarf, const char* file = "a.dwo") {
  SynthLines lines(dwarf);
  if (dwarf.form.version == 5) lines.folders = {"/b"};
  lines.files = {{"a.c", 0}, {"a.c", 0}};
  lines.set_address(0x1100).row(10).row(93, 0x20).row(11, 0x10).end_sequence(0x1d0);
  const bool is_new = dwarf.form.version >= 5;
  dwarf.begin_unit({.type = is_new ? DW_UT_skeleton : DW_UT_compile});
  dwarf.open(is_new ? DW_TAG_skeleton_unit : DW_TAG_compile_unit,
             with({{DW_AT_comp_dir, DW_FORM_string, "/b"},
                   {is_new ? DW_AT_dwo_name : DW_AT_GNU_dwo_name, DW_FORM_string, file},
                   {DW_AT_stmt_list, DW_FORM_sec_offset, lines.finish()}},
                  code(0x1100, 0x200)));
}

FakeImage image_of(SynthDwarf& dwarf) {
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  return image;
}

}  // namespace

TEST_CASE("a skeleton's lines are not those of a symbol: they may be of code inlined there") {
  for (const std::uint16_t version : std::array<std::uint16_t, 2>{4, 5}) {
    SynthDwarf dwarf({.version = version});
    begin_skeleton(dwarf);
    end_unit(dwarf);
    FakeImage image = image_of(dwarf);
    image.add_symbol("level3", 0x1100, 0x80);
    const Prepared prepared(image);
    CHECK(prepared.at(0x1104) == "level3 ?:0");
    CHECK(prepared.at(0x1124) == "level3 ?:0");
    CHECK(prepared.statement_at(0x1124) == "?:0");
    // Where nobody says whose it is, a place claims nothing of a function.
    CHECK(prepared.at(0x1184) == "? /b/a.c:11");
    CHECK(prepared.index().counts().with_lines == 0);
    CHECK(prepared.index().functions_named("level3") == std::vector{ImageOffset{0x1100}});
  }
}

TEST_CASE("a function that the skeleton has itself keeps its lines and calls") {
  SynthDwarf dwarf;
  begin_skeleton(dwarf);
  dwarf.open(DW_TAG_subprogram, named("level3", 0x1100, 0x80));
  dwarf.entry(DW_TAG_inlined_subroutine, called(named("deref", 0x1120, 0x10), 12)).close();
  end_unit(dwarf);
  FakeImage image = image_of(dwarf);
  image.add_symbol("level3", 0x1100, 0x80);
  image.add_symbol("level2", 0x1200, 0x80);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1104) == "level3 /b/a.c:10");
  CHECK(prepared.at(0x1124) == "deref /b/a.c:93 < level3 /b/a.c:12");
  CHECK(prepared.at(0x1204) == "level2 ?:0");
  CHECK(prepared.index().split().units == 1);
}

TEST_CASE("what is missing is kept in the index and told once, whatever the number of workers") {
  SynthDwarf dwarf;
  for (const char* file : {"/b/d.dwo", "c.dwo", "b.dwo", "a.dwo", "a.dwo"}) {
    begin_skeleton(dwarf, file);
    end_unit(dwarf);
  }
  begin_unit(dwarf);
  end_unit(dwarf);
  FakeImage image = image_of(dwarf);
  image.add_symbol("level3", 0x1100, 0x80);
  for (const unsigned jobs : {1U, 3U}) {
    const Prepared prepared(image, jobs);
    CHECK(prepared.index().split().units == 5);
    CHECK(prepared.index().split().files == 4);
    CHECK(prepared.index().split().names == std::vector<std::string>{"d.dwo", "a.dwo", "b.dwo"});
    REQUIRE(prepared.warnings.size() == 1);
    CHECK(
        prepared.warnings[0].starts_with("split DWARF: functions and inlined calls of 5 units are in other "
                                         "files, which were not found: d.dwo, "
                                         "a.dwo, b.dwo and 1 more, or all in "));
  }
}

TEST_CASE("debug information that is whole has nothing missing") {
  SynthDwarf dwarf;
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram, named("f", 0x1100, 0x20));
  end_unit(dwarf);
  const Prepared prepared(image_of(dwarf));
  CHECK(prepared.index().split().units == 0);
  CHECK(prepared.warnings.empty());
}

TEST_CASE("a module of clang's looks like a skeleton, but has no code that could be missing") {
  for (const std::uint16_t version : std::array<std::uint16_t, 2>{4, 5}) {
    SynthDwarf dwarf({.version = version});
    dwarf.begin_unit();
    dwarf.entry(DW_TAG_compile_unit,
                {{version < 5 ? DW_AT_GNU_dwo_name : DW_AT_dwo_name, DW_FORM_string, "SwiftShims.pcm"}});
    dwarf.end_unit();
    begin_unit(dwarf);
    dwarf.entry(DW_TAG_subprogram, named("f", 0x1100, 0x20));  // the units share their abbreviations
    end_unit(dwarf);
    const Prepared prepared(image_of(dwarf));
    CHECK(prepared.index().split().units == 0);
    CHECK(prepared.warnings.empty());
  }
}
