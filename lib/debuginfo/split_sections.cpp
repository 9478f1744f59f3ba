#include "debuginfo/split_sections.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace symkit::debuginfo {
namespace {

constexpr std::uint32_t info_column = 1, abbreviations_column = 3, string_offsets_column = 6;
constexpr std::uint32_t most_columns = 8;

const container::Section* find(const container::Image& image, std::string_view name) {
  const auto found = std::ranges::find(image.sections(), name, &container::Section::name);
  return found == image.sections().end() ? nullptr : &*found;
}

}  // namespace

SplitSections::SplitSections(const container::Image& image) : info_(find(image, ".debug_info.dwo")) {
  if (info_ == nullptr) return;
  read_index(image, ".debug_cu_index");
  read_index(image, ".debug_tu_index");
  std::ranges::sort(contributions_, {}, &Contribution::begin);
}

// A hash table of units, then for each unit a row of offsets and a row of sizes, a column for each section.
void SplitSections::read_index(const container::Image& image, std::string_view name) {
  const container::Section* section = find(image, name);
  if (section == nullptr) return;
  const auto bytes = image.contents(*section);
  if (!bytes) return;
  Cursor at(*bytes, image.endian());
  at.skip(4);  // the version, in version 5 of 16 bits
  const std::uint32_t columns = at.u32();
  const std::uint32_t units = at.u32();
  const std::uint64_t slots = at.u32();
  if (columns > most_columns || units > bytes->size()) return;
  at.skip(slots * 12);
  std::array<std::uint32_t, most_columns> sections{};
  for (std::uint32_t i = 0; i < columns; ++i) sections[i] = at.u32();
  Cursor sizes = at;
  sizes.skip(std::uint64_t{units} * columns * 4);
  for (std::uint32_t unit = 0; unit < units && !sizes.failed() && !at.failed(); ++unit) {
    Contribution one;
    for (std::uint32_t i = 0; i < columns; ++i) {
      const std::uint32_t offset = at.u32(), size = sizes.u32();
      if (sections[i] == info_column) one.begin = offset, one.end = std::uint64_t{offset} + size;
      if (sections[i] == abbreviations_column) one.abbreviations = offset;
      if (sections[i] == string_offsets_column) one.string_offsets = offset;
    }
    contributions_.push_back(one);
  }
}

Result<dwarf::Sections> SplitSections::read(const container::Image& image) const {
  struct Wanted {
    std::string_view name;
    Bytes dwarf::Sections::* place;
  };
  constexpr std::array wanted = {Wanted{".debug_info.dwo", &dwarf::Sections::info},
                                 Wanted{".debug_abbrev.dwo", &dwarf::Sections::abbrev},
                                 Wanted{".debug_str.dwo", &dwarf::Sections::str},
                                 Wanted{".debug_str_offsets.dwo", &dwarf::Sections::str_offsets}};
  dwarf::Sections sections;
  sections.endian = image.endian();
  for (const Wanted& want : wanted) {
    const container::Section* section = find(image, want.name);
    if (section == nullptr) continue;
    const auto contents = image.contents(*section);
    if (!contents) return std::unexpected(contents.error());
    sections.*want.place = *contents;
  }
  return sections;
}

const SplitSections::Contribution* SplitSections::contribution_of(const dwarf::UnitHeader& header) const {
  const auto after = std::ranges::upper_bound(contributions_, header.offset, {}, &Contribution::begin);
  if (after == contributions_.begin()) return nullptr;
  const Contribution& its = *std::prev(after);
  return header.offset < its.end ? &its : nullptr;
}

dwarf::UnitList SplitSections::units(const dwarf::Sections& sections) const {
  dwarf::UnitList list = dwarf::read_units(sections);
  for (dwarf::UnitHeader& header : list.units)
    if (const Contribution* its = contribution_of(header)) header.abbrev_offset += its->abbreviations;
  return list;
}

dwarf::Sections SplitSections::sections_of(const dwarf::UnitHeader& header,
                                           const dwarf::Sections& all) const {
  dwarf::Sections sections = all;
  if (!is_part()) return sections;
  const Contribution* its = contribution_of(header);
  const std::uint64_t header_size = header.encoding.version < 5 ? 0 : header.encoding.offset_size * 2U;
  const std::uint64_t begin = (its == nullptr ? 0 : its->string_offsets) + header_size;
  if (begin <= all.str_offsets.size())
    sections.str_offsets = all.str_offsets.subspan(static_cast<std::size_t>(begin));
  return sections;
}

}  // namespace symkit::debuginfo
