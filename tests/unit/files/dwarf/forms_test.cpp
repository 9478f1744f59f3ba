// Every form of a value, read and stepped over; and the codes that abbreviations may have.
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;
using Kind = Value::Kind;

namespace {

constexpr auto marker = 0xb7;

struct FormCase {
  Form form;
  SynthValue value;
  Kind kind;
  std::uint64_t number;
  std::string text = {};
};

const Buffer five_bytes{1, 2, 3, 4, 5};

std::vector<FormCase> form_cases() {
  return {
      {DW_FORM_addr, 0x12345678U, Kind::Address, 0x12345678},
      {DW_FORM_block1, five_bytes, Kind::Skipped, 0},
      {DW_FORM_block2, five_bytes, Kind::Skipped, 0},
      {DW_FORM_block4, five_bytes, Kind::Skipped, 0},
      {DW_FORM_block, five_bytes, Kind::Skipped, 0},
      {DW_FORM_exprloc, five_bytes, Kind::Skipped, 0},
      {DW_FORM_data1, 0xfe, Kind::Number, 0xfe},
      {DW_FORM_data2, 0xfedc, Kind::Number, 0xfedc},
      {DW_FORM_data4, 0xfedcba98U, Kind::Number, 0xfedcba98},
      {DW_FORM_data8, 0xfedcba9876543210U, Kind::Number, 0xfedcba9876543210},
      {DW_FORM_data16, 7, Kind::Skipped, 0},
      {DW_FORM_sdata, -3, Kind::Number, static_cast<std::uint64_t>(-3)},
      {DW_FORM_udata, 0x8000000000000000U, Kind::Number, 0x8000000000000000},
      {DW_FORM_implicit_const, -70000, Kind::Number, static_cast<std::uint64_t>(-70000)},
      {DW_FORM_flag, 1, Kind::Number, 1},
      {DW_FORM_flag_present, {}, Kind::Number, 1},
      {DW_FORM_sec_offset, 0x1234, Kind::Number, 0x1234},
      {DW_FORM_string, "inline", Kind::Text, 0, "inline"},
      {DW_FORM_strp, "shared", Kind::Text, 1, "shared"},
      {DW_FORM_line_strp, "of lines", Kind::Text, 1, "of lines"},
      {DW_FORM_strx, "x", Kind::Text, 1, "x"},
      {DW_FORM_strx1, "x1", Kind::Text, 1, "x1"},
      {DW_FORM_strx2, "x2", Kind::Text, 1, "x2"},
      {DW_FORM_strx3, "x3", Kind::Text, 1, "x3"},
      {DW_FORM_strx4, "x4", Kind::Text, 1, "x4"},
      {DW_FORM_GNU_str_index, "gnu", Kind::Text, 1, "gnu"},
      {DW_FORM_addrx, 0x4000, Kind::AddressIndex, 0},
      {DW_FORM_addrx1, 0x4000, Kind::AddressIndex, 0},
      {DW_FORM_addrx2, 0x4000, Kind::AddressIndex, 0},
      {DW_FORM_addrx3, 0x4000, Kind::AddressIndex, 0},
      {DW_FORM_addrx4, 0x4000, Kind::AddressIndex, 0},
      {DW_FORM_GNU_addr_index, 0x4000, Kind::AddressIndex, 0},
      {DW_FORM_rnglistx, 300, Kind::RangeIndex, 300},
      {DW_FORM_loclistx, 300, Kind::Number, 300},
      {DW_FORM_ref1, 0x0d, Kind::Reference, 0x0d},
      {DW_FORM_ref2, 0x0d, Kind::Reference, 0x0d},
      {DW_FORM_ref4, 0x0d, Kind::Reference, 0x0d},
      {DW_FORM_ref8, 0x0d, Kind::Reference, 0x0d},
      {DW_FORM_ref_udata, 0x0d, Kind::Reference, 0x0d},
      {DW_FORM_ref4, 0x7fffffff, Kind::None, 0},  // points out of its unit
      {DW_FORM_ref_addr, 0x4567, Kind::Reference, 0x4567},
      {DW_FORM_ref_sig8, 0x99, Kind::Signature, 0x99},
      {DW_FORM_ref_sup4, 0x99, Kind::Supplementary, 0x99},
      {DW_FORM_ref_sup8, 0x99, Kind::Supplementary, 0x99},
      {DW_FORM_strp_sup, 0x99, Kind::SupplementaryText, 0x99},
      {DW_FORM_GNU_ref_alt, 0x99, Kind::Supplementary, 0x99},
      {DW_FORM_GNU_strp_alt, 0x99, Kind::SupplementaryText, 0x99},
  };
}

// A unit entry with its bases, then one entry with the value between two markers.
void check_form(const DwarfForm& dwarf_form, const FormCase& expected, bool indirect) {
  SynthDwarf dwarf(dwarf_form);
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, {{DW_AT_str_offsets_base, DW_FORM_data8, dwarf.strings_base},
                                   {DW_AT_addr_base, DW_FORM_data8, dwarf.addresses_base}});
  const std::uint64_t entry = dwarf.info.size();
  const SynthAttribute value =
      indirect ? SynthAttribute{DW_AT_name, DW_FORM_indirect, expected.value, expected.form}
               : SynthAttribute{DW_AT_name, expected.form, expected.value};
  dwarf.entry(DW_TAG_lexical_block,
              {{DW_AT_call_line, DW_FORM_data1, marker}, value, {DW_AT_call_file, DW_FORM_data1, marker}});
  const std::uint64_t end = dwarf.info.size();
  dwarf.close().end_unit();

  const OpenedDwarf opened(dwarf);
  const Unit& unit = opened.unit();
  Cursor at = unit.cursor_at(entry);
  const Abbreviation* abbreviation = unit.abbreviations().find(at.uleb());
  REQUIRE(abbreviation != nullptr);
  Cursor skipped = at, one_by_one = at;
  const auto specs = unit.abbreviations().specs(*abbreviation);
  REQUIRE(specs.size() == 3);
  CHECK(unit.read(at, specs[0]).number == marker);
  const Value read = unit.read(at, specs[1]);
  CHECK(read.kind == expected.kind);
  CHECK(read.number == expected.number);
  CHECK(read.text.read() == expected.text);
  if (read.kind == Kind::AddressIndex) CHECK(unit.address(read) == 0x4000);
  CHECK(unit.read(at, specs[2]).number == marker);
  CHECK(at.offset() == end);
  unit.abbreviations().skip(*abbreviation, skipped);
  CHECK(skipped.offset() == end);
  for (const AttributeSpec& spec : specs) skip_form(one_by_one, spec.form, unit.header().encoding);
  CHECK(one_by_one.offset() == end);
}

}  // namespace

TEST_CASE("every form is read and stepped over, in every kind of unit") {
  for (const DwarfForm& form : dwarf_forms()) {
    for (const FormCase& expected : form_cases()) {
      CAPTURE(describe(form));
      CAPTURE(static_cast<unsigned>(expected.form));
      check_form(form, expected, false);
    }
  }
}

// The program that reads fields must say of every form what reading one attribute after the other says.
void check_fields(const DwarfForm& dwarf_form, const FormCase& expected) {
  SynthDwarf dwarf(dwarf_form);
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, {{DW_AT_str_offsets_base, DW_FORM_data8, dwarf.strings_base},
                                   {DW_AT_addr_base, DW_FORM_data8, dwarf.addresses_base}});
  const std::uint64_t entry = dwarf.info.size();
  constexpr auto unknown = static_cast<Attribute>(0x2fff);  // stepped over, in every form
  dwarf.entry(DW_TAG_inlined_subroutine, {{unknown, expected.form, expected.value},
                                          {DW_AT_call_file, DW_FORM_data1, marker},
                                          {DW_AT_name, expected.form, expected.value},
                                          {DW_AT_low_pc, expected.form, expected.value},
                                          {unknown, expected.form, expected.value},
                                          {DW_AT_call_line, DW_FORM_udata, 300},
                                          {unknown, expected.form, expected.value}});
  const std::uint64_t end = dwarf.info.size();
  dwarf.close().end_unit();

  const OpenedDwarf opened(dwarf);
  const Unit& unit = opened.unit();
  Cursor at = unit.cursor_at(entry);
  const Abbreviation* abbreviation = unit.abbreviations().find(at.uleb());
  REQUIRE(abbreviation != nullptr);
  EntryFields fields;
  unit.read_fields(at, *abbreviation, fields);
  CHECK(at.offset() == end);
  Cursor one_by_one = unit.cursor_at(entry);
  one_by_one.uleb();
  for (const AttributeSpec& spec : unit.abbreviations().specs(*abbreviation)) {
    const Value value = unit.read(one_by_one, spec);
    if (spec.attribute != DW_AT_name && spec.attribute != DW_AT_low_pc) continue;
    const Value& field = fields[*field_of(spec.attribute)];
    CHECK(value.kind == expected.kind);
    CHECK(field.kind == value.kind);
    CHECK(field.number == value.number);
    CHECK(field.text.read() == value.text.read());
  }
  CHECK(fields[Field::CallFile].number == marker);
  CHECK(fields[Field::CallLine].number == 300);
  CHECK(fields[Field::HighPc].kind == Kind::None);
}

TEST_CASE("fields are read as their attributes are, in every form and kind of unit") {
  for (const DwarfForm& form : dwarf_forms()) {
    for (const FormCase& expected : form_cases()) {
      CAPTURE(describe(form));
      CAPTURE(static_cast<unsigned>(expected.form));
      check_fields(form, expected);
    }
  }
}

TEST_CASE("a form may be written with the value") {
  for (const FormCase& expected : form_cases()) {
    if (expected.form == DW_FORM_implicit_const) continue;
    CAPTURE(static_cast<unsigned>(expected.form));
    check_form({.version = 5}, expected, true);
    check_form({.version = 4, .wide = true, .address_size = 4, .endian = Endian::Big}, expected, true);
  }
}

TEST_CASE("forms that cannot be stepped over fail where they stand") {
  const auto fails = [](const SynthAttribute& attribute) {
    SynthDwarf dwarf;
    dwarf.begin_unit();
    const std::uint64_t entry = dwarf.info.size();
    dwarf.entry(DW_TAG_compile_unit, {{DW_AT_call_line, DW_FORM_data4, 1}, attribute});
    dwarf.info.zeros(64);
    dwarf.end_unit();
    const OpenedDwarf opened(dwarf);
    Cursor at = opened.unit().cursor_at(entry);
    const Abbreviation* abbreviation = opened.unit().abbreviations().find(at.uleb());
    REQUIRE(abbreviation != nullptr);
    Cursor read = at;
    opened.unit().abbreviations().skip(*abbreviation, at);
    for (const AttributeSpec& spec : opened.unit().abbreviations().specs(*abbreviation))
      opened.unit().read(read, spec);
    return at.failed() && read.failed();
  };
  CHECK(fails({DW_AT_name, static_cast<Form>(0x77)}));
  CHECK(fails({DW_AT_name, DW_FORM_indirect, {}, static_cast<Form>(0x77)}));
  CHECK(fails({DW_AT_name, DW_FORM_indirect, {}, DW_FORM_indirect}));        // once is enough
  CHECK(fails({DW_AT_name, DW_FORM_indirect, {}, DW_FORM_implicit_const}));  // its value would be nowhere
  CHECK(fails({DW_AT_name, DW_FORM_block4, Buffer(4000)}) == false);
}

TEST_CASE("a block longer than the unit, and text without an end, fail") {
  for (const Form form : {DW_FORM_block1, DW_FORM_block2, DW_FORM_block4, DW_FORM_block, DW_FORM_exprloc}) {
    const std::uint8_t bytes[] = {0xff, 0xff, 0xff, 0xff, 0x0f, 0};
    Cursor at(bytes, Endian::Little);
    skip_form(at, form, {.version = 4, .address_size = 8, .offset_size = 4});
    CHECK(at.failed());
  }
  const std::uint8_t endless[] = {'a', 'b', 'c'};
  Cursor at(endless, Endian::Little);
  skip_form(at, DW_FORM_string, {.version = 4, .address_size = 8, .offset_size = 4});
  CHECK(at.failed());
}

TEST_CASE("abbreviation codes may be dense, sparse, huge and in any order") {
  const auto descending = [](std::uint64_t n) { return 1000 - n; };
  const auto huge = [](std::uint64_t n) { return n % 2 == 0 ? n : ~std::uint64_t{0} - n * 1000003; };
  const auto around_the_limit = [](std::uint64_t n) { return (std::uint64_t{1} << 16) - 3 + n; };
  for (const std::function<std::uint64_t(std::uint64_t)>& code_of :
       {std::function<std::uint64_t(std::uint64_t)>(descending), {huge}, {around_the_limit}}) {
    SynthDwarf dwarf;
    dwarf.code_of = code_of;
    dwarf.begin_unit();
    dwarf.open(DW_TAG_compile_unit);
    Lines expected;
    for (unsigned i = 0; i < 8; ++i) {
      // Another shape each time: so many attributes more.
      std::vector<SynthAttribute> attributes(i, {DW_AT_call_line, DW_FORM_data1, i});
      attributes.push_back({DW_AT_low_pc, DW_FORM_addr, 16 * i + 16});
      attributes.push_back({DW_AT_high_pc, DW_FORM_data1, 8});
      dwarf.entry(DW_TAG_subprogram, attributes);
      expected.push_back(" " + Listing::range(16 * i + 16, 16 * i + 24));
    }
    dwarf.close().end_unit();
    const OpenedDwarf opened(dwarf);
    const Listing listing(opened);
    CHECK(listing.whole);
    CHECK(listing.functions == expected);
  }
}

TEST_CASE("of two abbreviations with one code the first counts") {
  for (const std::uint64_t code : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
    Assembler abbrev;
    for (const Tag tag : {DW_TAG_subprogram, DW_TAG_array_type}) abbrev.uleb(code).u8(tag).u8(0).u8(0).u8(0);
    abbrev.u8(0);
    const Buffer bytes = abbrev.finish();
    AbbreviationTable table;
    table.read(bytes, 0, Endian::Little, {.version = 4, .address_size = 8, .offset_size = 4});
    REQUIRE(table.find(code) != nullptr);
    CHECK(table.find(code)->tag == DW_TAG_subprogram);
    CHECK(table.find(code + 1) == nullptr);
    CHECK(table.find(0) == nullptr);
  }
}

TEST_CASE("a table that is cut off keeps the abbreviations before the cut") {
  Assembler abbrev;
  abbrev.uleb(1).u8(DW_TAG_compile_unit).u8(1).u8(DW_AT_name).u8(DW_FORM_string).u8(0).u8(0);
  abbrev.uleb(2).u8(DW_TAG_subprogram).u8(0).u8(DW_AT_name);
  const Buffer bytes = abbrev.finish();
  AbbreviationTable table;
  table.read(bytes, 0, Endian::Little, {.version = 4, .address_size = 8, .offset_size = 4});
  CHECK(table.find(1) != nullptr);
  CHECK(table.find(2) == nullptr);
  table.read(bytes, 4000, Endian::Little, {.version = 4, .address_size = 8, .offset_size = 4});
  CHECK(table.find(1) == nullptr);
}

TEST_CASE("an entry cannot have attributes without end") {
  Assembler abbrev;
  abbrev.uleb(1).u8(DW_TAG_subprogram).u8(0);
  for (int i = 0; i < 100000; ++i) abbrev.u8(DW_AT_declaration).u8(DW_FORM_flag_present);
  abbrev.u8(0).u8(0).u8(0);
  const Buffer bytes = abbrev.finish();
  AbbreviationTable table;
  table.read(bytes, 0, Endian::Little, {.version = 4, .address_size = 8, .offset_size = 4});
  CHECK(table.find(1) == nullptr);
}
