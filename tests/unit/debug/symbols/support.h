// What the tests of preparation share: a unit of functions with lines, put together in a few words.
#pragma once

#include "doctest/doctest.h"

#include "support/fake_image.h"

namespace symkit::test {

using Attributes = std::vector<SynthAttribute>;

inline Attributes with(Attributes attributes, const Attributes& more) {
  attributes.insert(attributes.end(), more.begin(), more.end());
  return attributes;
}

inline Attributes code(std::uint64_t begin, std::uint64_t size) {
  return {{dwarf::DW_AT_low_pc, dwarf::DW_FORM_addr, begin},
          {dwarf::DW_AT_high_pc, dwarf::DW_FORM_data8, size}};
}

inline Attributes named(const char* name, std::uint64_t begin, std::uint64_t size) {
  return with({{dwarf::DW_AT_name, dwarf::DW_FORM_string, name}}, code(begin, size));
}

inline Attributes in_ranges(const char* name, std::uint64_t list) {
  return {{dwarf::DW_AT_name, dwarf::DW_FORM_string, name},
          {dwarf::DW_AT_ranges, dwarf::DW_FORM_sec_offset, list}};
}

inline Attributes called(Attributes attributes, unsigned line) {
  return with(std::move(attributes), {{dwarf::DW_AT_call_file, dwarf::DW_FORM_data1, 1},
                                      {dwarf::DW_AT_call_line, dwarf::DW_FORM_data2, line}});
}

inline void begin_unit(SynthDwarf& dwarf, std::optional<std::uint64_t> lines = std::nullopt) {
  dwarf.begin_unit();
  Attributes attributes{{dwarf::DW_AT_language, dwarf::DW_FORM_data2, dwarf::DW_LANG_C11},
                        {dwarf::DW_AT_comp_dir, dwarf::DW_FORM_string, "/b"}};
  if (lines) attributes.push_back({dwarf::DW_AT_stmt_list, dwarf::DW_FORM_sec_offset, *lines});
  dwarf.open(dwarf::DW_TAG_compile_unit, attributes);
}

inline void end_unit(SynthDwarf& dwarf) { dwarf.close().end_unit(); }

// Appends a list of .debug_ranges (version 4) and returns where it is.
inline std::uint64_t add_ranges(SynthDwarf& dwarf,
                                std::initializer_list<std::pair<std::uint64_t, std::uint64_t>> all) {
  const std::uint64_t at = dwarf.ranges.size();
  for (const auto& [begin, end] : all) dwarf.ranges.address(begin).address(end);
  dwarf.ranges.address(0).address(0);
  return at;
}

}  // namespace symkit::test
