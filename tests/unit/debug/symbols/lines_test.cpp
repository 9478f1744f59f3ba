// Pitfalls of line tables, seen in the answers: as LLVM gives them, and of Apple's images as atos does.
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;
using container::Format;

namespace {

// f at 0x1100-0x1200 with `g` inlined at 0x1140-0x1160, and the lines that `write` puts down.
template <class Write>
Prepared with_lines(Write write, Format format = Format::MachO) {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}, {"b.h", 0}};
  write(lines);
  begin_unit(dwarf, lines.finish());
  dwarf.open(DW_TAG_subprogram, named("f", 0x1100, 0x100));
  dwarf.entry(DW_TAG_inlined_subroutine, called(named("g", 0x1140, 0x20), 77)).close();
  end_unit(dwarf);
  FakeImage image;
  image.its_format = format;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  return Prepared(image);
}

// Line 0, several rows at one address, and rows that are no statement.
void write_rows_that_tools_take_otherwise(SynthLines& lines) {
  lines.set_address(0x1100).row(10).row(0, 0x10).row(11, 0x10).row(12).negate_statement().row(13, 0x10);
  lines.end_sequence(0xd0);
}

}  // namespace

TEST_CASE(
    "line 0: no line for LLVM; for atos the nearest before it in the same code, never another place's") {
  const Prepared prepared = with_lines([](SynthLines& lines) {
    lines.set_address(0x1100).row(10).row(0, 0x10).row(12, 0x10);
    lines.advance_pc(0x20).set_file(2).row(0).row(5, 0x10).advance_pc(0x10).set_file(1).row(0).end_sequence(
        0xa0);
  });
  CHECK(prepared.at(0x1118) == "f /b/a.c:0");
  CHECK(prepared.statement_at(0x1118) == "/b/a.c:10");
  CHECK(prepared.at(0x1148) == "g /b/b.h:0 < f /b/a.c:77");
  CHECK(prepared.statement_at(0x1148) != "/b/a.c:12");  // that is f's, not g's
  CHECK(prepared.statement_at(0x1158) == "/b/b.h:5");
  CHECK(prepared.statement_at(0x1168) == "/b/a.c:12");  // f's own last one, not g's 5
}

TEST_CASE("end_sequence is exclusive: the address it names has no line from it") {
  const Prepared prepared = with_lines([](SynthLines& lines) {
    lines.set_address(0x1100).row(10).end_sequence(0x20);
    lines.set_address(0x1180).row(30).end_sequence(0x20);
  });
  CHECK(prepared.at(0x111f) == "f /b/a.c:10");
  CHECK(prepared.at(0x1120) == "f ?:0");
  CHECK(prepared.at(0x117f) == "f ?:0");
  CHECK(prepared.at(0x1180) == "f /b/a.c:30");
  CHECK(prepared.at(0x11a0) == "f ?:0");
}

TEST_CASE("several sequences, not sorted") {
  const Prepared prepared = with_lines([](SynthLines& lines) {
    lines.set_address(0x1180).row(30).end_sequence(0x80);
    lines.set_address(0x1100).row(10).end_sequence(0x40);
    lines.set_address(0x1160).row(20).end_sequence(0x20);
  });
  CHECK(prepared.at(0x1100) == "f /b/a.c:10");
  CHECK(prepared.at(0x1170) == "f /b/a.c:20");
  CHECK(prepared.at(0x11ff) == "f /b/a.c:30");
}

TEST_CASE("two rows at one address: the last for LLVM, the first for atos") {
  const Prepared prepared = with_lines([](SynthLines& lines) {
    lines.set_address(0x1100).row(9).row(10, 8).row(11).row(12).row(20, 8).end_sequence(0xf0);
  });
  CHECK(prepared.at(0x1108) == "f /b/a.c:12");
  CHECK(prepared.statement_at(0x1108) == "/b/a.c:10");
  CHECK(prepared.at(0x1110) == "f /b/a.c:20");
  CHECK(prepared.statement_at(0x1110) == "/b/a.c:20");
}

TEST_CASE("two rows at a function's first address") {
  const Prepared prepared = with_lines(
      [](SynthLines& lines) { lines.set_address(0x1100).row(9).row(10).row(20, 8).end_sequence(0xf8); });
  CHECK(prepared.at(0x1100) == "f /b/a.c:10");
  CHECK(prepared.statement_at(0x1100) == "/b/a.c:9");
}

TEST_CASE("rows that are no statement belong, for atos, to the statement before them") {
  const Prepared prepared = with_lines([](SynthLines& lines) {
    lines.set_address(0x1100).row(10).negate_statement().row(11, 0x10).row(12, 0x10);
    lines.negate_statement().row(13, 0x10).end_sequence(0xd0);
  });
  for (const std::uint64_t at : {0x1110U, 0x1120U, 0x112fU}) CHECK(prepared.statement_at(at) == "/b/a.c:10");
  CHECK(prepared.at(0x1110) == "f /b/a.c:11");
  CHECK(prepared.at(0x1120) == "f /b/a.c:12");
  CHECK(prepared.statement_at(0x1130) == "/b/a.c:13");
}

TEST_CASE("each row counts as it is in ELF, PE and WebAssembly: there others say so, too") {
  for (const Format format : {Format::Elf, Format::Pe, Format::Wasm}) {
    const Prepared prepared = with_lines(write_rows_that_tools_take_otherwise, format);
    CHECK(prepared.statement_at(0x1110) == "/b/a.c:0");
    CHECK(prepared.statement_at(0x1120) == "/b/a.c:12");
    CHECK(prepared.statement_at(0x1130) == "/b/a.c:13");
  }
  const Prepared of_apple = with_lines(write_rows_that_tools_take_otherwise);
  CHECK(of_apple.statement_at(0x1110) == "/b/a.c:10");
  CHECK(of_apple.statement_at(0x1120) == "/b/a.c:11");
  CHECK(of_apple.statement_at(0x1130) == "/b/a.c:12");
}

TEST_CASE("a row reaches into the inlined call in the middle of it") {
  const Prepared prepared =
      with_lines([](SynthLines& lines) { lines.set_address(0x1100).row(10).end_sequence(0x100); });
  CHECK(prepared.at(0x113f) == "f /b/a.c:10");
  CHECK(prepared.at(0x1140) == "g /b/a.c:10 < f /b/a.c:77");
  CHECK(prepared.at(0x115f) == "g /b/a.c:10 < f /b/a.c:77");
  CHECK(prepared.at(0x1160) == "f /b/a.c:10");
}

TEST_CASE("a function whose lines begin before it takes the row that is under way") {
  const Prepared prepared = with_lines(
      [](SynthLines& lines) { lines.set_address(0x1080).row(9).row(10, 0x100).end_sequence(0x100); });
  CHECK(prepared.at(0x1100) == "f /b/a.c:9");
  CHECK(prepared.at(0x1180) == "f /b/a.c:10");
}

TEST_CASE("_OUTLINED_FUNCTION_ behind the end of all lines still has its name") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}};
  lines.set_address(0x1100).row(10).end_sequence(0x20);
  begin_unit(dwarf, lines.finish());
  dwarf.entry(DW_TAG_subprogram, named("f", 0x1100, 0x20));
  dwarf.entry(DW_TAG_subprogram, named("OUTLINED_FUNCTION_1", 0x1140, 0x10));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  image.add_symbol("OUTLINED_FUNCTION_0", 0x1120, 0x10);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1124) == "OUTLINED_FUNCTION_0 ?:0");
  CHECK(prepared.at(0x1144) == "OUTLINED_FUNCTION_1 ?:0");
}

TEST_CASE("lines that no function claims are found, as far as the unit says that it has code there") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.s", 0}};
  lines.set_address(0x1100).row(10).row(11, 0x10).end_sequence(0x30);
  const std::uint64_t at = lines.finish();
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, with(code(0x1100, 0x30), {{DW_AT_stmt_list, DW_FORM_sec_offset, at},
                                                            {DW_AT_comp_dir, DW_FORM_string, "/b"}}));
  dwarf.entry(DW_TAG_subprogram, named("f", 0x1110, 8));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  image.add_symbol("_start", 0x1100, 0x10);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1104) == "? /b/a.s:10");
  CHECK(prepared.symbol_at(0x1104) == "_start+4");
  CHECK(prepared.at(0x1114) == "f /b/a.s:11");
  CHECK(prepared.at(0x1118) == "? /b/a.s:11");
  CHECK(prepared.at(0x1130) == "nothing");
}

TEST_CASE("two inlined calls that touch under one row of line 0: each has its own chain") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}};
  lines.set_address(0x1100).row(10).row(0, 0x10).end_sequence(0xf0);
  begin_unit(dwarf, lines.finish());
  dwarf.open(DW_TAG_subprogram, named("f", 0x1100, 0x100));
  dwarf.entry(DW_TAG_inlined_subroutine, called(named("g", 0x1140, 0x10), 7));
  dwarf.entry(DW_TAG_inlined_subroutine, called(named("h", 0x1150, 0x10), 8)).close();
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  const Prepared prepared(image);
  CHECK(prepared.at(0x114f) == "g /b/a.c:0 < f /b/a.c:7");
  CHECK(prepared.at(0x1150) == "h /b/a.c:0 < f /b/a.c:8");
  CHECK(prepared.statement_at(0x1150).ends_with(":0"));  // line 10 is f's
}
