// Line programs: what each opcode does to the rows, and how sequences are told apart.
#include "files/dwarf/line_table.h"

#include "ground/base/words.h"
#include "support.h"
#include "support/synth_lines.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

// A table in the unit of a SynthDwarf; `compile_dir` is the unit's.
struct ReadLines {
  ReadLines(SynthDwarf& dwarf, std::uint64_t offset, LineRows wanted = LineRows::All)
      : opened_((add_unit(dwarf, offset), dwarf)) {
    table.read(opened_.unit(), opened_.unit().line_program.value_or(0), wanted);
  }

  static void add_unit(SynthDwarf& dwarf, std::uint64_t offset) {
    dwarf.begin_unit();
    dwarf.entry(DW_TAG_compile_unit,
                {{DW_AT_stmt_list, dwarf.form.wide ? DW_FORM_data8 : DW_FORM_data4, offset},
                 {DW_AT_comp_dir, DW_FORM_string, "/build"}});
    dwarf.end_unit();
  }

  // "0x1000-0x1010: 0x1000 1:10 0x1004 1:12-" with "-" behind a row that is no statement.
  Lines sequences() const {
    Lines all;
    for (const LineSequence& s : table.sequences()) {
      std::string text = hex(s.begin) + "-" + hex(s.end) + ":";
      for (const LineRow& row : table.rows(s))
        text += say(" ", hex(row.address), " ", row.file(), ":", row.line, row.is_statement() ? "" : "-");
      all.push_back(text);
    }
    return all;
  }

  LineTable table;

 private:
  OpenedDwarf opened_;
};

Lines sequences_of(SynthDwarf& dwarf, SynthLines& lines) {
  return ReadLines(dwarf, lines.finish()).sequences();
}

Lines changes_of(SynthDwarf& dwarf, SynthLines& lines) {
  return ReadLines(dwarf, lines.finish(), LineRows::Changes).sequences();
}

}  // namespace

TEST_CASE("every standard opcode, in every version, width, address size and byte order") {
  for (const DwarfForm& form : dwarf_forms()) {
    CAPTURE(describe(form));
    SynthDwarf dwarf(form);
    dwarf.line.zeros(5);
    SynthLines lines(dwarf);
    lines.files = {{"a.c"}, {"b.c"}};
    lines.set_address(0x1000)
        .advance_line(9)
        .copy()
        .special(4, 2)
        .set_file(2)
        .set_column(300)
        .advance_pc(200)
        .copy();
    lines.op(DW_LNS_set_basic_block).op(DW_LNS_set_prologue_end).op(DW_LNS_set_epilogue_begin);
    lines.op(DW_LNS_set_isa).uleb(500).negate_statement().const_add_pc().advance_line(-3).copy();
    lines.fixed_advance_pc(0x1234).copy().extended(4, 1).raw(Buffer{7});  // set_discriminator
    lines.extended(0x80, 3).raw(Buffer{1, 2, 3}).end_sequence(8);
    CHECK(sequences_of(dwarf, lines) ==
          Lines{"0x1000-0x2319: 0x1000 1:10 0x1004 1:12 0x10cc 2:12 0x10dd 2:9- 0x2311 2:9-"});
  }
}

TEST_CASE("line 0 is kept as it is") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.set_address(0x1000).row(5).row(0, 4).row(7, 4).end_sequence(4);
  CHECK(sequences_of(dwarf, lines) == Lines{"0x1000-0x100c: 0x1000 1:5 0x1004 1:0 0x1008 1:7"});
}

TEST_CASE("end_sequence ends before its address and starts everything anew") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf, {.default_is_statement = false});
  lines.set_address(0x1000).set_file(3).negate_statement().row(5).end_sequence(0x10);
  lines.set_address(0x2000).copy().end_sequence(1);
  CHECK(sequences_of(dwarf, lines) == Lines{"0x1000-0x1010: 0x1000 3:5", "0x2000-0x2001: 0x2000 1:1-"});
}

TEST_CASE("sequences come ordered, whatever their order in the program") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  for (const std::uint64_t at : {0x3000U, 0x1000U, 0x2000U})
    lines.set_address(at).row(static_cast<std::int64_t>(at >> 12)).end_sequence(0x10);
  CHECK(sequences_of(dwarf, lines) ==
        Lines{"0x1000-0x1010: 0x1000 1:1", "0x2000-0x2010: 0x2000 1:2", "0x3000-0x3010: 0x3000 1:3"});
}

TEST_CASE("two rows at one address both stay, in their order") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.set_address(0x1000).row(5).row(3).row(4, 4).row(8).end_sequence(4);
  CHECK(sequences_of(dwarf, lines) == Lines{"0x1000-0x1008: 0x1000 1:5 0x1000 1:3 0x1004 1:4 0x1004 1:8"});
}

TEST_CASE("rows out of order within a sequence are put in order") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.set_address(0x1008).row(2).set_address(0x1000).row(1).set_address(0x1004).row(3).row(4).end_sequence(
      0x10);
  CHECK(sequences_of(dwarf, lines) == Lines{"0x1000-0x1014: 0x1000 1:1 0x1004 1:3 0x1004 1:4 0x1008 1:2"});
}

TEST_CASE("of rows that say the same again only the first is wanted") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.set_address(0x1000).row(5).set_column(3).row(5, 4).set_column(7).row(5, 4).row(6, 4).row(6, 4);
  lines.negate_statement().row(6, 4).set_file(2).row(6, 4).row(6, 4).end_sequence(4);
  CHECK(changes_of(dwarf, lines) == Lines{"0x1000-0x1020: 0x1000 1:5 0x100c 1:6 0x1014 1:6- 0x1018 2:6-"});
}

TEST_CASE("rows that share an address are all wanted, and what says the same behind them") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.set_address(0x1000).row(5).row(5, 4).row(5).row(5, 4).row(9).row(9, 4).row(9, 4).end_sequence(4);
  CHECK(changes_of(dwarf, lines) ==
        Lines{"0x1000-0x1014: 0x1000 1:5 0x1004 1:5 0x1004 1:5 0x1008 1:5 0x1008 1:9 0x100c 1:9"});
}

TEST_CASE("a sequence begins anew, though it says what the one before it said") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.set_address(0x1000).row(1).row(1, 4).end_sequence(4);
  lines.set_address(0x1008).row(1).row(1, 4).end_sequence(4);
  CHECK(changes_of(dwarf, lines) == Lines{"0x1000-0x1008: 0x1000 1:1", "0x1008-0x1010: 0x1008 1:1"});
}

TEST_CASE("of a sequence out of order all rows are wanted, of its neighbours not") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.set_address(0x1000).row(7).row(7, 4).end_sequence(4);
  lines.set_address(0x2004).row(1).row(1, 4).set_address(0x2000).row(3).row(3, 6).end_sequence(0x10);
  lines.set_address(0x3000).row(7).row(7, 4).end_sequence(4);
  CHECK(changes_of(dwarf, lines) == Lines{"0x1000-0x1008: 0x1000 1:7",
                                          "0x2000-0x2016: 0x2000 1:3 0x2004 1:1 0x2006 1:3 0x2008 1:1",
                                          "0x3000-0x3008: 0x3000 1:7"});
}

TEST_CASE("addresses advance by whole instructions") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf, {.minimum_instruction = 4});
  lines.set_address(0x1000)
      .row(1)
      .advance_pc(3)
      .special(2, 1)
      .const_add_pc()
      .fixed_advance_pc(2)
      .copy()
      .end_sequence(1);
  // const_add_pc: (255 - 13) / 14 = 17 instructions; fixed_advance_pc alone counts in bytes.
  CHECK(sequences_of(dwarf, lines) == Lines{"0x1000-0x105e: 0x1000 1:1 0x1014 1:2 0x105a 1:2"});
}

TEST_CASE("very long instruction words: operations share an address") {
  SynthDwarf dwarf({.version = 4});
  SynthLines lines(dwarf, {.minimum_instruction = 16, .operations_per_instruction = 3});
  lines.set_address(0x1000)
      .row(1)
      .row(2, 2)
      .row(3, 2)
      .row(4, 5)
      .fixed_advance_pc(1)
      .copy()
      .row(5, 3)
      .end_sequence(3);
  // Operations 0, 2, 4, 9 = words 0, 0, 1, 3; fixed_advance_pc goes back to the word's first operation.
  CHECK(sequences_of(dwarf, lines) ==
        Lines{"0x1000-0x1051: 0x1000 1:1 0x1000 1:2 0x1010 1:3 0x1030 1:4 0x1031 1:4 0x1041 1:5"});
}

TEST_CASE("an opcode base below 10 makes the missing opcodes special") {
  SynthDwarf dwarf({.version = 2});
  SynthLines lines(dwarf, {.opcode_base = 8});
  // 8 is DW_LNS_const_add_pc elsewhere; here it is the first special opcode: line -5, address +0.
  lines.set_address(0x1000).row(20).op(8).op(9).special(1, 0).end_sequence(4);
  CHECK(sequences_of(dwarf, lines) ==
        Lines{"0x1000-0x1005: 0x1000 1:20 0x1000 1:15 0x1000 1:11 0x1001 1:11"});
}

TEST_CASE("standard opcodes of the future are stepped over with their operands") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf, {.opcode_base = 16});
  lines.set_address(0x1000).row(20).op(13).uleb(1000).op(14).uleb(1).uleb(2).op(15).uleb(1).uleb(2).uleb(300);
  lines.row(21, 4).end_sequence(4);
  CHECK(sequences_of(dwarf, lines) == Lines{"0x1000-0x1008: 0x1000 1:20 0x1004 1:21"});
}

TEST_CASE("a line range of 0 divides nothing") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf, {.line_base = 1, .line_range = 0});
  lines.set_address(0x1000).row(20).const_add_pc().op(200).end_sequence(4);
  CHECK(sequences_of(dwarf, lines) == Lines{"0x1000-0x1004: 0x1000 1:20 0x1000 1:21"});
}

TEST_CASE("sequences of deleted code are left out") {
  for (const unsigned size : {4U, 8U}) {
    SynthDwarf dwarf({.version = 5, .address_size = size});
    SynthLines lines(dwarf);
    const std::uint64_t top = size == 8 ? ~std::uint64_t{0} : 0xffffffff;
    for (const std::uint64_t deleted : {top, top - 1})
      lines.set_address(deleted).row(1).row(2, 1).end_sequence(8);
    lines.set_address(0x1000).row(3).end_sequence(4);
    CHECK(sequences_of(dwarf, lines) == Lines{"0x1000-0x1004: 0x1000 1:3"});
  }
}

TEST_CASE("sequences without an end, without rows or that end where they begin say nothing") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.set_address(0x1000).end_sequence(8);
  lines.set_address(0x2000).row(4).end_sequence();
  lines.set_address(0x3000).row(5).end_sequence(1);
  lines.set_address(0x4000).row(6).row(7, 1);
  CHECK(sequences_of(dwarf, lines) == Lines{"0x3000-0x3001: 0x3000 1:5"});
}

TEST_CASE("tables that are cut off or lie outside end quietly") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c"}};
  lines.set_address(0x1000).row(3).end_sequence(4);
  lines.set_address(0x2000).row(3).row(4, 4).end_sequence(4);
  lines.finish();
  ReadLines::add_unit(dwarf, 0);
  Sections sections = dwarf.sections();
  const Bytes whole = sections.line;
  std::size_t with_first = 0;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    sections.line = whole.first(size);
    const UnitList list = read_units(sections);
    AbbreviationTable abbreviations;
    abbreviations.read(sections.abbrev, list.units[0].abbrev_offset, sections.endian, list.units[0].encoding);
    const Unit unit(sections, list.units[0], abbreviations);
    LineTable table;
    table.read(unit, 0);
    REQUIRE(table.sequences().size() <= 2);
    if (table.sequences().size() == 1) ++with_first;
    table.read(unit, size + 1);
    CHECK(table.sequences().empty());
  }
  CHECK(with_first != 0);
}

TEST_CASE("a version that nobody has defined is not guessed at") {
  for (const std::uint16_t version : {std::uint16_t{1}, std::uint16_t{6}, std::uint16_t{0xffff}}) {
    SynthDwarf dwarf;
    SynthLines lines(dwarf, {.version = version});
    lines.set_address(0x1000).row(3).end_sequence(4);
    CHECK(sequences_of(dwarf, lines).empty());
  }
}
