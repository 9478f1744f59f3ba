// Names: written with the entry, found along specification and abstract_origin, or composed from scopes.
#include "ground/base/scope_mark.h"
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

using Attributes = std::vector<SynthAttribute>;

Attributes code_and(Attributes attributes) {
  attributes.push_back({DW_AT_low_pc, DW_FORM_addr, 0x100});
  attributes.push_back({DW_AT_high_pc, DW_FORM_data1, 0x10});
  return attributes;
}

void begin(SynthDwarf& dwarf, Language language = DW_LANG_C_plus_plus_14) {
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, {{DW_AT_language, DW_FORM_data2, language}});
}

// The name of the only function of a unit, with the mark of its scope as "|".
std::string name_in(SynthDwarf& dwarf, std::size_t unit = 0) {
  const OpenedDwarf opened(dwarf);
  const Listing listing(opened, unit);
  REQUIRE(listing.functions.size() == 1);
  std::string name = listing.functions[0].substr(0, listing.functions[0].rfind(' '));
  for (char& c : name)
    if (c == scope_mark) c = '|';
  return name;
}

SynthAttribute named(const char* name) { return {DW_AT_name, DW_FORM_string, name}; }
SynthAttribute linked(const char* name) { return {DW_AT_linkage_name, DW_FORM_strp, name}; }

}  // namespace

TEST_CASE("the linkage name comes before the name, in both of its spellings") {
  for (const Attribute attribute : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    SynthDwarf dwarf;
    begin(dwarf);
    dwarf.open(DW_TAG_namespace, {named("shop")});
    dwarf.entry(DW_TAG_subprogram, code_and({named("total"), {attribute, DW_FORM_strp, "_ZN4shop5totalEv"}}));
    dwarf.close().close().end_unit();
    CHECK(name_in(dwarf) == "_ZN4shop5totalEv");
  }
}

TEST_CASE(
    "what points into the supplementary file is known by its offset there, and takes no name from here") {
  struct Case {
    DwarfForm form;
    Form reference;
  };
  for (const auto& [form, reference] :
       {Case{{.version = 4}, DW_FORM_GNU_ref_alt}, Case{{.version = 5}, DW_FORM_ref_sup4},
        Case{{.version = 5}, DW_FORM_ref_sup8}, Case{{.version = 4, .wide = true}, DW_FORM_GNU_ref_alt}}) {
    SynthDwarf dwarf(form);
    begin(dwarf);
    const std::uint64_t here = dwarf.info.size();
    dwarf.entry(DW_TAG_subprogram, {named("total"), linked("_Z5totalv")});
    const std::uint64_t there = dwarf.info.size();
    dwarf.entry(DW_TAG_subprogram, code_and({{DW_AT_abstract_origin, reference, here}}));
    dwarf.close().end_unit();
    CHECK(name_in(dwarf) == "");

    const OpenedDwarf opened(dwarf);
    const Unit& unit = opened.unit();
    Cursor at = unit.cursor_at(there);
    EntryFields fields;
    unit.read_fields(at, *unit.abbreviations().find(at.uleb()), fields);
    const NameAttributes names(fields);
    CHECK(names.abstract_origin.file == EntryId::supplementary_file);
    CHECK(names.abstract_origin.offset == here);
    CHECK_FALSE(names.specification.is_given());
  }
}

TEST_CASE("names are followed along specification and abstract_origin, forward and backward") {
  for (const Form form : {DW_FORM_ref1, DW_FORM_ref2, DW_FORM_ref4, DW_FORM_ref8, DW_FORM_ref_addr}) {
    SynthDwarf dwarf;
    begin(dwarf);
    const EntryLabel declaration = dwarf.label(), abstract = dwarf.label();
    dwarf.at(declaration).entry(DW_TAG_subprogram, {named("total"), linked("_Z5totalv")});
    dwarf.entry(DW_TAG_subprogram, code_and({{DW_AT_abstract_origin, form, abstract}}));
    dwarf.at(abstract).entry(DW_TAG_subprogram, {{DW_AT_specification, form, declaration}});
    dwarf.close().end_unit();
    CHECK(name_in(dwarf) == "_Z5totalv");
  }
}

TEST_CASE("a linkage name further along the chain comes before a plain name at hand") {
  SynthDwarf dwarf;
  begin(dwarf);
  const EntryLabel declaration = dwarf.label();
  dwarf.entry(DW_TAG_subprogram,
              code_and({named("total"), {DW_AT_specification, DW_FORM_ref4, declaration}}));
  dwarf.at(declaration).entry(DW_TAG_subprogram, {named("other"), linked("_Z5totalv")});
  dwarf.close().end_unit();
  CHECK(name_in(dwarf) == "_Z5totalv");
}

TEST_CASE("chains lead across units, in every kind of unit") {
  for (const DwarfForm& form : dwarf_forms()) {
    CAPTURE(describe(form));
    SynthDwarf dwarf(form);
    const EntryLabel abstract = dwarf.label(), declaration = dwarf.label();
    begin(dwarf);
    dwarf.open(DW_TAG_namespace, {named("shop")});
    dwarf.at(declaration).entry(DW_TAG_subprogram, {named("total")}).close();
    dwarf.close().end_unit();
    begin(dwarf, DW_LANG_C99);
    dwarf.entry(DW_TAG_subprogram, code_and({{DW_AT_abstract_origin, DW_FORM_ref_addr, abstract}}));
    dwarf.close().end_unit();
    begin(dwarf);
    dwarf.at(abstract).entry(DW_TAG_subprogram, {{DW_AT_specification, DW_FORM_ref_addr, declaration}});
    dwarf.close().end_unit();
    // Composed as the language of the unit where the name stands has it.
    CHECK(name_in(dwarf, 1) == "shop|total");
  }
}

TEST_CASE("calls share the name of their origin") {
  SynthDwarf dwarf;
  begin(dwarf);
  const EntryLabel origin = dwarf.label();
  dwarf.at(origin).entry(DW_TAG_subprogram, {linked("_Z1gv")});
  dwarf.open(DW_TAG_subprogram, code_and({named("f")}));
  for (int i = 0; i < 2; ++i)
    dwarf.entry(DW_TAG_inlined_subroutine, code_and({{DW_AT_abstract_origin, DW_FORM_ref4, origin}}));
  dwarf.close().close().end_unit();
  const Listing listing{OpenedDwarf(dwarf)};
  REQUIRE(listing.functions.size() == 1);
  const std::string call = "[_Z1gv<-0@0:0 " + Listing::range(0x100, 0x110) + "]";
  CHECK(listing.functions[0] == "f " + Listing::range(0x100, 0x110) + " " + call + " " + call);
}

TEST_CASE("rings of references end") {
  SynthDwarf dwarf;
  begin(dwarf);
  const EntryLabel a = dwarf.label(), b = dwarf.label();
  dwarf.at(a).entry(DW_TAG_subprogram,
                    {{DW_AT_specification, DW_FORM_ref4, b}, {DW_AT_abstract_origin, DW_FORM_ref4, b}});
  dwarf.at(b).entry(DW_TAG_subprogram,
                    {{DW_AT_specification, DW_FORM_ref4, a}, {DW_AT_abstract_origin, DW_FORM_ref4, b}});
  dwarf.entry(DW_TAG_subprogram, code_and({{DW_AT_specification, DW_FORM_ref4, a}}));
  dwarf.close().end_unit();
  CHECK(name_in(dwarf).empty());
}

TEST_CASE("chains are followed for a while, not for ever") {
  for (const int length : {3, 1000}) {
    SynthDwarf dwarf;
    begin(dwarf);
    EntryLabel target = dwarf.label();
    dwarf.at(target).entry(DW_TAG_subprogram, {linked("_Z3farv")});
    for (int i = 0; i < length; ++i) {
      const EntryLabel next = dwarf.label();
      dwarf.at(next).entry(DW_TAG_subprogram, {{DW_AT_abstract_origin, DW_FORM_ref4, target}});
      target = next;
    }
    dwarf.entry(DW_TAG_subprogram, code_and({{DW_AT_abstract_origin, DW_FORM_ref4, target}}));
    dwarf.close().end_unit();
    CHECK(name_in(dwarf) == (length == 3 ? "_Z3farv" : ""));
  }
}

TEST_CASE("references to nowhere leave the function without a name") {
  for (const auto& [form, target] : {std::pair{DW_FORM_ref_addr, 0x7000000},
                                     {DW_FORM_ref_addr, 1},
                                     {DW_FORM_ref4, 0x7000},
                                     {DW_FORM_ref_sig8, 5},
                                     {DW_FORM_GNU_ref_alt, 12}}) {
    SynthDwarf dwarf;
    begin(dwarf);
    dwarf.entry(DW_TAG_subprogram, code_and({{DW_AT_specification, form, target}}));
    dwarf.close().end_unit();
    CHECK(name_in(dwarf).empty());
  }
}

TEST_CASE("a name without linkage name is composed of what is around its declaration") {
  SynthDwarf dwarf;
  begin(dwarf);
  const EntryLabel declaration = dwarf.label();
  dwarf.open(DW_TAG_namespace, {named("shop")});
  dwarf.open(DW_TAG_structure_type, {named("Cart")})
      .entry(DW_TAG_lexical_block)
      .close();  // beside, not around
  dwarf.open(DW_TAG_namespace).open(DW_TAG_class_type, {named("Basket")}).open(DW_TAG_union_type);
  dwarf.at(declaration).entry(DW_TAG_subprogram, {named("total")});
  dwarf.close().close().close();
  dwarf.open(DW_TAG_class_type, {named("After")}).close().close();
  dwarf.entry(DW_TAG_subprogram, code_and({{DW_AT_specification, DW_FORM_ref4, declaration}}));
  dwarf.close().end_unit();
  CHECK(name_in(dwarf) == "shop::(anonymous namespace)::Basket::(anonymous class)|total");
}

TEST_CASE("names are composed in languages that have scopes, and only there") {
  const auto in = [](Language language) {
    SynthDwarf dwarf;
    begin(dwarf, language);
    dwarf.open(DW_TAG_namespace, {named("shop")});
    dwarf.entry(DW_TAG_subprogram, code_and({named("total")}));
    dwarf.close().close().end_unit();
    return name_in(dwarf);
  };
  CHECK(in(DW_LANG_C_plus_plus) == "shop|total");
  CHECK(in(DW_LANG_C_plus_plus_20) == "shop|total");
  CHECK(in(DW_LANG_Rust) == "shop|total");
  CHECK(in(DW_LANG_C11) == "total");
}

TEST_CASE("a function in no scope has its name alone") {
  SynthDwarf dwarf;
  begin(dwarf);
  dwarf.open(DW_TAG_namespace, {named("shop")}).close();
  dwarf.entry(DW_TAG_subprogram, code_and({named("main")}));
  dwarf.close().end_unit();
  CHECK(name_in(dwarf) == "main");
}

TEST_CASE("scopes nested beyond reason are not composed") {
  SynthDwarf dwarf;
  begin(dwarf);
  const std::string long_name(1000, 'n');
  const EntryLabel declaration = dwarf.label();
  const std::uint64_t shared = dwarf.add_text(dwarf.str, long_name);
  for (int i = 0; i < 1000; ++i) dwarf.open(DW_TAG_namespace, {{DW_AT_name, DW_FORM_strp, shared}});
  dwarf.at(declaration).entry(DW_TAG_subprogram, {named("deep")});
  for (int i = 0; i < 1000; ++i) dwarf.close();
  dwarf.entry(DW_TAG_subprogram, code_and({{DW_AT_specification, DW_FORM_ref4, declaration}}));
  dwarf.close().end_unit();
  CHECK(name_in(dwarf) == "deep");
}
