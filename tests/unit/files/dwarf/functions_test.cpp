// The walk over a unit: which entries are functions, what was inlined into them, and how entries are skipped.
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

using Attributes = std::vector<SynthAttribute>;

Attributes code(const char* name, std::uint64_t begin, std::uint64_t size) {
  return {{DW_AT_name, DW_FORM_string, name},
          {DW_AT_low_pc, DW_FORM_addr, begin},
          {DW_AT_high_pc, DW_FORM_data4, size}};
}

Attributes call(const char* name, std::uint64_t begin, std::uint64_t size, unsigned line) {
  Attributes attributes = code(name, begin, size);
  attributes.push_back({DW_AT_call_file, DW_FORM_data1, 2});
  attributes.push_back({DW_AT_call_line, DW_FORM_udata, line});
  return attributes;
}

std::string function(const std::string& name, std::uint64_t begin, std::uint64_t end) {
  return name + " " + Listing::range(begin, end);
}

void begin(SynthDwarf& dwarf, Language language = DW_LANG_C_plus_plus_14) {
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, {{DW_AT_language, DW_FORM_data2, language}});
}

Listing end(SynthDwarf& dwarf) {
  dwarf.close().end_unit();
  return Listing(OpenedDwarf(dwarf));
}

}  // namespace

TEST_CASE("functions are found in namespaces, classes, blocks and functions") {
  SynthDwarf dwarf;
  begin(dwarf);
  dwarf.entry(DW_TAG_subprogram, code("plain", 0x10, 4));
  dwarf.open(DW_TAG_namespace).open(DW_TAG_structure_type);
  dwarf.entry(DW_TAG_subprogram,
              {{DW_AT_name, DW_FORM_string, "declared"}, {DW_AT_declaration, DW_FORM_flag_present}});
  dwarf.entry(DW_TAG_subprogram, {{DW_AT_linkage_name, DW_FORM_string, "method"},
                                  {DW_AT_low_pc, DW_FORM_addr, 0x20},
                                  {DW_AT_high_pc, DW_FORM_data1, 4}});
  dwarf.close().close();
  dwarf.open(DW_TAG_subprogram, code("outer", 0x30, 0x10));
  dwarf.open(DW_TAG_lexical_block).entry(DW_TAG_subprogram, code("nested", 0x34, 4)).close();
  dwarf.close();
  const Listing listing = end(dwarf);
  CHECK(listing.whole);
  CHECK(listing.functions == Lines{function("plain", 0x10, 0x14), function("method", 0x20, 0x24),
                                   function("nested", 0x34, 0x38), function("outer", 0x30, 0x40)});
}

TEST_CASE("inlined calls are numbered with their parents, through blocks") {
  SynthDwarf dwarf;
  begin(dwarf);
  dwarf.open(DW_TAG_subprogram, code("f", 0x100, 0x100));
  dwarf.open(DW_TAG_lexical_block).open(DW_TAG_inlined_subroutine, call("g", 0x110, 0x40, 7));
  dwarf.open(DW_TAG_lexical_block).entry(DW_TAG_inlined_subroutine, call("h", 0x120, 0x10, 8)).close();
  dwarf.close().close();
  dwarf.entry(DW_TAG_inlined_subroutine, call("i", 0x180, 0x8, 9));
  dwarf.close();
  dwarf.entry(DW_TAG_inlined_subroutine, call("stray", 0x300, 8, 1));  // in no function
  const Listing listing = end(dwarf);
  const auto inlined = [](const char* head, std::uint64_t from, std::uint64_t to) {
    return std::string(" [") + head + " " + Listing::range(from, to) + "]";
  };
  CHECK(listing.functions == Lines{function("f", 0x100, 0x200) + inlined("g<-0@2:7", 0x110, 0x150) +
                                   inlined("h<-1@2:8", 0x120, 0x130) + inlined("i<-0@2:9", 0x180, 0x188)});
}

TEST_CASE("what is inside a declaration or abstract instance within a function is not the function's") {
  SynthDwarf dwarf;
  begin(dwarf);
  dwarf.open(DW_TAG_subprogram, code("f", 0x100, 0x100));
  dwarf.open(DW_TAG_subprogram, {{DW_AT_name, DW_FORM_string, "abstract"}});
  dwarf.entry(DW_TAG_inlined_subroutine, call("g", 0x110, 0x10, 7));
  dwarf.close().close();
  CHECK(end(dwarf).functions == Lines{function("f", 0x100, 0x200)});
}

TEST_CASE("a sibling reference saves walking a declaration's children") {
  for (const Form form : {DW_FORM_ref1, DW_FORM_ref2, DW_FORM_ref4, DW_FORM_ref8, DW_FORM_ref_addr}) {
    for (const DwarfForm& kind : {DwarfForm{.version = 4}, DwarfForm{.version = 5, .wide = true}}) {
      SynthDwarf dwarf(kind);
      dwarf.info.zeros(8);  // so that offsets in the unit and in the section differ
      begin(dwarf);
      const EntryLabel next = dwarf.label();
      dwarf.open(DW_TAG_subprogram, {{DW_AT_declaration, DW_FORM_flag_present}, {DW_AT_sibling, form, next}});
      dwarf.info.uleb(77);  // would break the walk: there is no such abbreviation
      dwarf.close().at(next).entry(DW_TAG_subprogram, code("after", 0x10, 4));
      const Listing listing = end(dwarf);
      CHECK(listing.whole);
      CHECK(listing.functions == Lines{function("after", 0x10, 0x14)});
    }
  }
}

TEST_CASE("in C no class holds code, so siblings lead past it; in C++ they do not") {
  for (const bool is_c : {false, true}) {
    SynthDwarf dwarf;
    begin(dwarf, is_c ? DW_LANG_C11 : DW_LANG_C_plus_plus);
    const EntryLabel next = dwarf.label();
    dwarf.open(DW_TAG_structure_type, {{DW_AT_sibling, DW_FORM_ref4, next}});
    dwarf.entry(DW_TAG_subprogram, {{DW_AT_linkage_name, DW_FORM_string, "inside"},
                                    {DW_AT_low_pc, DW_FORM_addr, 0x20},
                                    {DW_AT_high_pc, DW_FORM_data1, 4}});
    dwarf.close().at(next);
    const Lines expected = is_c ? Lines{} : Lines{function("inside", 0x20, 0x24)};
    CHECK(end(dwarf).functions == expected);
  }
}

TEST_CASE("a sibling that lies is not followed") {
  for (const std::uint64_t lie :
       {std::uint64_t{0}, std::uint64_t{11}, std::uint64_t{0x20}, std::uint64_t{0xffff}}) {
    for (const Form form : {DW_FORM_ref2, DW_FORM_ref_addr, DW_FORM_data2}) {
      CAPTURE(lie);
      SynthDwarf dwarf;
      begin(dwarf);
      dwarf.entry(DW_TAG_subprogram, code("before", 0x10, 4));
      dwarf.open(DW_TAG_array_type, {{DW_AT_sibling, form, lie}});
      dwarf.entry(DW_TAG_lexical_block).close();
      dwarf.entry(DW_TAG_subprogram, code("after", 0x20, 4));
      const Listing listing = end(dwarf);
      CHECK(listing.whole);
      CHECK(listing.functions == Lines{function("before", 0x10, 0x14), function("after", 0x20, 0x24)});
    }
  }
}

TEST_CASE("a sibling behind an attribute of variable length is not relied on") {
  SynthDwarf dwarf;
  begin(dwarf);
  const EntryLabel next = dwarf.label();
  dwarf.open(DW_TAG_array_type, {{DW_AT_name, DW_FORM_string, "text"}, {DW_AT_sibling, DW_FORM_ref4, next}});
  dwarf.entry(DW_TAG_lexical_block).close().at(next);
  dwarf.entry(DW_TAG_subprogram, code("after", 0x20, 4));
  CHECK(end(dwarf).functions == Lines{function("after", 0x20, 0x24)});
}

TEST_CASE("zeros behind the unit's entry are padding") {
  SynthDwarf dwarf;
  begin(dwarf);
  dwarf.entry(DW_TAG_subprogram, code("f", 0x20, 4));
  dwarf.close();
  dwarf.info.zeros(7);
  dwarf.end_unit();
  const Listing listing{OpenedDwarf(dwarf)};
  CHECK(listing.whole);
  CHECK(listing.functions == Lines{function("f", 0x20, 0x24)});
}

TEST_CASE("a unit that ends before its entries are closed still gives its functions") {
  SynthDwarf dwarf;
  begin(dwarf);
  dwarf.open(DW_TAG_subprogram, code("f", 0x20, 4)).entry(DW_TAG_lexical_block);
  dwarf.end_unit();
  const Listing listing{OpenedDwarf(dwarf)};
  CHECK(listing.functions == Lines{function("f", 0x20, 0x24)});
}

TEST_CASE("a broken entry ends the walk; what came before has been handed over") {
  SynthDwarf dwarf;
  begin(dwarf);
  dwarf.entry(DW_TAG_subprogram, code("good", 0x20, 4));
  SUBCASE("unknown abbreviation") { dwarf.info.uleb(4242); }
  SUBCASE("attributes that run past the unit") {
    dwarf.entry(DW_TAG_lexical_block, {{DW_AT_name, DW_FORM_block1, Buffer{}}});
    dwarf.info.u8(0);
    dwarf.entry(DW_TAG_subprogram, {{DW_AT_low_pc, static_cast<Form>(0x7e)}});
  }
  SUBCASE("nesting without end") {
    for (int i = 0; i < 10000; ++i) dwarf.open(DW_TAG_lexical_block);
  }
  dwarf.end_unit();
  const Listing listing{OpenedDwarf(dwarf)};
  CHECK(listing.functions == Lines{function("good", 0x20, 0x24)});
}
