// Debug information in order and with one flaw, in every version, width, address size and byte order.
#include "support.h"

using namespace symkit;
using namespace symkit::test;

TEST_CASE("what is in order is found in order, in every form") {
  for (const DwarfForm& form : dwarf_forms()) {
    CAPTURE(form.version);
    CAPTURE(form.address_size);
    const verify::ImageReport report = report_of({.form = form});
    CHECK(words_of(report.findings) == Words{});
    CHECK(report.has_debug_info);
    CHECK(report.amounts.units == 1);
    CHECK(report.amounts.entries == 6);
    CHECK(report.amounts.functions == 3);
    CHECK(report.amounts.rows == 3);
  }
}

TEST_CASE("each flaw is found, and nothing else, in every form") {
  for (const DwarfForm& form : dwarf_forms()) {
    CAPTURE(form.version);
    CAPTURE(form.address_size);
    CHECK(found_in({.form = form, .second_begin = 0x1030}) == Words{"overlap"});
    CHECK(found_in({.form = form, .call_begin = 0x103c}) == Words{"containment"});
    CHECK(found_in({.form = form, .call_file = 9}) == Words{"file-number"});
    CHECK(found_in({.form = form, .row_file = 9}) == Words{"file-number"});
    CHECK(found_in({.form = form, .last_row = 0x1020}) == Words{"row-order"});
    CHECK(found_in({.form = form, .wrong_reference = true}) == Words{"reference"});
    CHECK(found_in({.form = form, .unknown_form = true}) == Words{"entry"});
    CHECK(found_in({.form = form, .text = 0x4000}) == Words{"text"});
  }
}

TEST_CASE("a finding says where: unit, name, entry") {
  const verify::ImageReport report = report_of({.second_begin = 0x1030});
  REQUIRE(report.findings.all().size() == 1);
  const verify::Finding& finding = report.findings.all().front();
  CHECK(finding.unit == 0);
  CHECK(finding.unit_name == "pump.c");
  REQUIRE(finding.entry.has_value());
  CHECK(finding.what.starts_with("it shares 0x1030-0x1040 with the entry at 0x"));
}

TEST_CASE("code that is not there: behind the end, in no section, the wrong way round") {
  CHECK(found_in({.second_begin = 0x10f0, .second_size = 0x20}) == Words{"range", "containment"});
  CHECK(found_in({.second_begin = 0x5000}) == Words{"range"});
  CHECK(found_in({.form = {.version = 3}, .second_size = 0 - std::uint64_t{8}}) == Words{"range"});
}

TEST_CASE("what a linker deleted may lie anywhere, also on itself") {
  for (const DwarfForm& form : dwarf_forms()) {
    const std::uint64_t top = form.address_size == 8 ? ~std::uint64_t{0} : 0xffffffff;
    CAPTURE(form.version);
    for (const std::uint64_t begin : {std::uint64_t{0}, top, top - 1})
      CHECK(found_in({.form = form, .second_begin = begin}) == Words{});
  }
}

TEST_CASE("inside of a deleted function nothing is judged by its place") {
  SynthDwarf dwarf;
  using namespace dwarf;
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, {{DW_AT_name, DW_FORM_string, "u"}});
  dwarf.open(DW_TAG_subprogram, {{DW_AT_low_pc, DW_FORM_addr, 0}, {DW_AT_high_pc, DW_FORM_data4, 0x2000}});
  dwarf.entry(DW_TAG_inlined_subroutine,
              {{DW_AT_low_pc, DW_FORM_addr, 0x1ff0}, {DW_AT_high_pc, DW_FORM_data4, 0x400}});
  dwarf.close().close().end_unit();
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  CHECK(words_of(verify::check_image(image, {}).findings) == Words{});
}

TEST_CASE("functions folded into one are no overlap; blocks are asked nothing") {
  SynthDwarf dwarf;
  using namespace dwarf;
  const auto code = [](std::uint64_t begin, std::uint64_t size) {
    return std::vector<SynthAttribute>{{DW_AT_low_pc, DW_FORM_addr, begin},
                                       {DW_AT_high_pc, DW_FORM_data4, size}};
  };
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, {{DW_AT_name, DW_FORM_string, "u"}});
  dwarf.entry(DW_TAG_subprogram, code(0x1000, 0x20));
  dwarf.open(DW_TAG_subprogram, code(0x1000, 0x20));
  dwarf.entry(DW_TAG_lexical_block, code(0x1004, 8));
  dwarf.entry(DW_TAG_lexical_block, code(0x1008, 0x40));
  dwarf.close().close().end_unit();
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  CHECK(words_of(verify::check_image(image, {}).findings) == Words{});
}

TEST_CASE("references from one unit into another lead to entries, whichever is read first") {
  for (const bool is_wrong : {false, true}) {
    SynthDwarf dwarf;
    using namespace dwarf;
    const auto there = dwarf.label();
    dwarf.begin_unit();
    dwarf.open(DW_TAG_compile_unit, {{DW_AT_name, DW_FORM_string, "one"}});
    dwarf.entry(DW_TAG_subprogram, {{DW_AT_specification, DW_FORM_ref_addr, there},
                                    {DW_AT_low_pc, DW_FORM_addr, 0x1000},
                                    {DW_AT_high_pc, DW_FORM_data4, 0x10}});
    dwarf.close().end_unit();
    dwarf.begin_unit();
    dwarf.open(DW_TAG_compile_unit, {{DW_AT_name, DW_FORM_string, "another, larger one"}});
    if (!is_wrong) dwarf.at(there);
    dwarf.entry(DW_TAG_subprogram, {{DW_AT_name, DW_FORM_string, "f"}});
    dwarf.close();
    if (is_wrong) dwarf.at(there);
    dwarf.end_unit();
    FakeImage image;
    image.add_code(0x1000, 0x1000).add_debug(dwarf);
    for (const unsigned jobs : {1U, 3U})
      CHECK(words_of(verify::check_image(image, {.jobs = jobs}).findings) ==
            (is_wrong ? Words{"reference"} : Words{}));
  }
}

TEST_CASE("units with broken headers are told one by one, and the others are read") {
  SynthDwarf dwarf;
  using namespace dwarf;
  for (const std::uint16_t version : {std::uint16_t{4}, std::uint16_t{9}, std::uint16_t{4}}) {
    dwarf.begin_unit({.version = version});
    dwarf.entry(DW_TAG_compile_unit, {{DW_AT_name, DW_FORM_string, "u"}});
    dwarf.end_unit();
  }
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  const verify::ImageReport report = verify::check_image(image, {});
  CHECK(words_of(report.findings) == Words{"unit-header"});
  CHECK(report.amounts.units == 2);
}

TEST_CASE("an image without debug information has nothing that could be wrong") {
  FakeImage image;
  image.add_code(0x1000, 0x1000);
  const verify::ImageReport report = verify::check_image(image, {});
  CHECK(report.findings.empty());
  CHECK_FALSE(report.has_debug_info);
}
