// DWARF sections as one run of bytes, so that a fuzzer can change them all: a byte with the byte order, a
// 16-bit size for each section but .debug_info, the sections in that order, then .debug_info to the end.
#pragma once

#include <array>
#include <vector>

#include "files/dwarf/sections.h"
#include "ground/base/cursor.h"

namespace symkit::test {

inline constexpr std::array bundled_sections = {
    &dwarf::Sections::abbrev, &dwarf::Sections::line,        &dwarf::Sections::line_str,
    &dwarf::Sections::str,    &dwarf::Sections::str_offsets, &dwarf::Sections::addr,
    &dwarf::Sections::ranges, &dwarf::Sections::rnglists,
};

// What the bundle is too short for is empty.
inline dwarf::Sections unbundle(Bytes bundle) {
  Cursor at(bundle, Endian::Little);
  dwarf::Sections sections;
  sections.endian = (at.u8() & 1) != 0 ? Endian::Big : Endian::Little;
  std::array<std::uint16_t, bundled_sections.size()> sizes{};
  for (std::uint16_t& size : sizes) size = at.u16();
  for (std::size_t i = 0; i < sizes.size(); ++i) sections.*bundled_sections[i] = at.bytes(sizes[i]);
  sections.info = at.bytes(at.remaining());
  return sections;
}

inline std::vector<std::uint8_t> bundle(const dwarf::Sections& sections) {
  std::vector<std::uint8_t> out{sections.endian == Endian::Big ? std::uint8_t{1} : std::uint8_t{0}};
  for (const auto section : bundled_sections) {
    const std::size_t size = (sections.*section).size();
    out.push_back(static_cast<std::uint8_t>(size));
    out.push_back(static_cast<std::uint8_t>(size >> 8));
  }
  const auto add = [&](Bytes bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); };
  for (const auto section : bundled_sections) add(sections.*section);
  add(sections.info);
  return out;
}

}  // namespace symkit::test
