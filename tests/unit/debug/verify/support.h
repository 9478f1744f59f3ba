// A unit with three functions, a call inlined into the first and a line program: in order, unless a test
// breaks it. What is found comes back as words, in order.
#pragma once

#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "debug/verify/image_check.h"
#include "support/fake_image.h"

namespace symkit::test {

struct Plan {
  DwarfForm form = {};
  std::uint64_t second_begin = 0x1040;
  std::uint64_t second_size = 0x20;
  std::uint64_t call_begin = 0x1010;
  std::uint64_t call_size = 8;
  std::uint64_t call_file = 1;
  std::uint64_t row_file = 1;
  std::uint64_t last_row = 0x1060;  // the address of the third function's row
  bool wrong_reference = false;
  bool unknown_form = false;
  std::uint64_t text = 0;  // offset of the origin's name; 0: a good one
};

using Words = std::vector<std::string>;

inline Words words_of(const verify::Findings& findings) {
  Words words;
  for (const verify::Finding& finding : findings.all()) words.emplace_back(verify::word_for(finding.kind));
  return words;
}

inline std::uint64_t add_lines(SynthDwarf& dwarf, const Plan& plan) {
  SynthLines lines(dwarf);
  lines.folders = {"/src"};
  lines.files = {{"pump.c", 0}, {"pump.h", 0}};
  lines.set_address(0x1000).row(1).set_file(plan.row_file).set_address(0x1040).row(2);
  lines.set_address(plan.last_row).row(3).set_address(0x1080).end_sequence();
  return lines.finish();
}

inline void add_unit(SynthDwarf& dwarf, const Plan& plan) {
  using namespace dwarf;
  const Form offset = plan.form.version >= 4 ? DW_FORM_sec_offset
                      : plan.form.wide       ? DW_FORM_data8
                                             : DW_FORM_data4;
  // Before version 4 high_pc is an address.
  const auto code = [&](std::uint64_t begin, std::uint64_t length) {
    std::vector<SynthAttribute> attributes{{DW_AT_low_pc, DW_FORM_addr, begin}};
    if (plan.form.version >= 4) {
      attributes.push_back({DW_AT_high_pc, DW_FORM_data4, length});
    } else {
      attributes.push_back({DW_AT_high_pc, DW_FORM_addr, begin + length});
    }
    return attributes;
  };
  const auto with = [](std::vector<SynthAttribute> first, const std::vector<SynthAttribute>& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
  };
  const std::uint64_t lines = add_lines(dwarf, plan);
  dwarf.begin_unit();
  dwarf.open(
      DW_TAG_compile_unit,
      with({{DW_AT_name, DW_FORM_string, "pump.c"}, {DW_AT_stmt_list, offset, lines}}, code(0x1000, 0x80)));
  const auto origin = dwarf.label();
  const SynthAttribute name = plan.text == 0 ? SynthAttribute{DW_AT_name, DW_FORM_strp, "valve"}
                                             : SynthAttribute{DW_AT_name, DW_FORM_strp, plan.text};
  dwarf.at(origin).entry(DW_TAG_subprogram, {name});
  dwarf.open(DW_TAG_subprogram, with({{DW_AT_name, DW_FORM_string, "first"}}, code(0x1000, 0x40)));
  const SynthAttribute reference = plan.wrong_reference
                                       ? SynthAttribute{DW_AT_abstract_origin, DW_FORM_ref4, 2}
                                       : SynthAttribute{DW_AT_abstract_origin, DW_FORM_ref4, origin};
  dwarf.entry(
      DW_TAG_inlined_subroutine,
      with({reference, {DW_AT_call_file, DW_FORM_data1, plan.call_file}, {DW_AT_call_line, DW_FORM_data1, 7}},
           code(plan.call_begin, plan.call_size)));
  dwarf.close();
  dwarf.entry(DW_TAG_subprogram,
              with({{DW_AT_name, DW_FORM_string, "second"}}, code(plan.second_begin, plan.second_size)));
  std::vector<SynthAttribute> third = with({{DW_AT_name, DW_FORM_string, "third"}}, code(0x1060, 0x20));
  if (plan.unknown_form) third.push_back({DW_AT_type, static_cast<Form>(0x7e), Buffer{1}});
  dwarf.entry(DW_TAG_subprogram, third);
  dwarf.close().end_unit();
}

inline verify::ImageReport report_of(const Plan& plan, unsigned jobs = 1) {
  SynthDwarf dwarf(plan.form);
  add_unit(dwarf, plan);
  FakeImage image;
  image.add_code(0x1000, 0x100).add_debug(dwarf);
  return verify::check_image(image, {.jobs = jobs});
}

inline Words found_in(const Plan& plan) { return words_of(report_of(plan).findings); }

}  // namespace symkit::test
