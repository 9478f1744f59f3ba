#include "debug/debuginfo/split_file.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "debug/debuginfo/effort.h"
#include "files/container/section_named.h"
#include "files/dwarf/abbreviation.h"

namespace symkit::debuginfo {
namespace {

constexpr std::string_view info_name = ".debug_info.dwo";

struct SplitSection {
  std::string_view name;
  Bytes dwarf::Sections::* place;
};
constexpr std::array split_sections = {SplitSection{".debug_abbrev.dwo", &dwarf::Sections::abbrev},
                                       SplitSection{".debug_str.dwo", &dwarf::Sections::str},
                                       SplitSection{".debug_str_offsets.dwo", &dwarf::Sections::str_offsets},
                                       SplitSection{".debug_rnglists.dwo", &dwarf::Sections::rnglists}};

// Nothing if it is not within the section.
Bytes part_of(Bytes section, const Share& share) {
  if (share.begin > section.size() || share.size > section.size() - share.begin) return {};
  return section.subspan(static_cast<std::size_t>(share.begin), static_cast<std::size_t>(share.size));
}

// Before version 5 there is no header, and the first compilers of version 5 omitted it.
Bytes behind_header(Bytes string_offsets, const dwarf::Encoding& encoding, Endian endian) {
  if (encoding.version < 5) return string_offsets;
  Cursor at(string_offsets, endian);
  const bool is_wide = encoding.offset_size == 8;
  if (is_wide && at.u32() != 0xffffffff) return string_offsets;
  const std::uint64_t length = at.unsigned_of(encoding.offset_size);
  if (at.failed() || length > at.remaining() || at.u16() != 5 || at.u16() != 0) return string_offsets;
  return string_offsets.subspan(at.offset());
}

}  // namespace

bool SplitFile::is_one(const container::Image& image) { return section_named(image, info_name) != nullptr; }

Result<SplitFile> SplitFile::read(const container::Image& image) {
  SplitFile file;
  file.image_ = &image;
  file.whole_.sections.endian = image.endian();
  if (const auto read = file.read_info(image); !read) return fail(read.error());
  for (const SplitSection& want : split_sections) {
    const container::Section* section = section_named(image, want.name);
    if (section == nullptr) continue;
    const auto contents = image.contents(*section);
    if (!contents) return fail(contents.error());
    file.whole_.sections.*want.place = *contents;
  }
  file.whole_.units = dwarf::read_units(file.whole_.sections);
  file.is_package_ = section_named(image, ".debug_cu_index") != nullptr;
  if (file.is_package_) {
    file.read_index(image);
  } else {
    file.read_own_ids();
  }
  return file;
}

std::uint64_t SplitFile::size() const {
  std::uint64_t size = whole_.sections.info.size();
  for (const SplitSection& want : split_sections) size += (whole_.sections.*want.place).size();
  return size;
}

// GCC gives each type unit its own section, all with the same name. References between units use
// signatures, so the sections can be joined.
Result<void> SplitFile::read_info(const container::Image& image) {
  std::vector<Bytes> parts;
  std::uint64_t stored = 0;
  for (const container::Section& section : image.sections()) {
    if (section.name != info_name) continue;
    stored += section.data.size();
    // Otherwise a small file could become a large one.
    if (stored > image.bytes().size() && !parts.empty()) return fail("its sections overlap");
    const auto contents = image.contents(section);
    if (!contents) return fail(contents.error());
    parts.push_back(*contents);
  }
  if (parts.size() > 1) {
    for (const Bytes part : parts) joined_info_.insert(joined_info_.end(), part.begin(), part.end());
    parts = {joined_info_};
  }
  if (!parts.empty()) whole_.sections.info = parts.front();
  return {};
}

void SplitFile::read_index(const container::Image& image) {
  std::vector<std::uint64_t> compile_units;
  for (const std::string_view name : {".debug_cu_index", ".debug_tu_index"}) {
    const container::Section* section = section_named(image, name);
    const auto bytes = section == nullptr ? Result<Bytes>() : image.contents(*section);
    if (!bytes) continue;
    const auto rows = read_package_index(*bytes, image.endian());
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    if (compile_units.empty())
      for (const PackedUnit& row : rows) compile_units.push_back(row.id);
  }
  find_true_offsets(rows_, whole_);
  std::ranges::sort(compile_units);
  std::vector<dwarf::UnitHeader>& units = whole_.units.units;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const PackedUnit* row = row_of(units[i]);
    if (row == nullptr) continue;
    units[i].abbrev_offset += row->abbreviations.begin;
    // The unit's own id takes precedence over the index.
    const bool is_itself = units[i].dwo_id.value_or(row->id) == row->id && row->info.begin == units[i].offset;
    if (is_itself && std::ranges::binary_search(compile_units, row->id)) know(row->id, i);
  }
}

// Version 5 has the id in the header. Units may share one large abbreviation table, or pretend to.
void SplitFile::read_own_ids() {
  Effort effort(size());
  EffortShare left(effort);
  dwarf::AbbreviationTable table;
  for (std::size_t i = 0; i < whole_.units.units.size(); ++i) {
    const dwarf::UnitHeader& header = whole_.units.units[i];
    if (header.dwo_id) know(*header.dwo_id, i);
    if (header.encoding.version >= 5 || !left.spend(1)) continue;
    table.read(whole_.sections.abbrev, header.abbrev_offset, whole_.sections.endian, header.encoding);
    left.spend(table.size());
    if (const auto id = dwarf::Unit(whole_.sections, header, table).dwo_id) know(*id, i);
  }
}

const PackedUnit* SplitFile::row_of(const dwarf::UnitHeader& header) const {
  const auto begin = [](const PackedUnit& row) { return row.info.begin; };
  const auto after = std::ranges::upper_bound(rows_, header.offset, {}, begin);
  if (after == rows_.begin()) return nullptr;
  const PackedUnit& row = *std::prev(after);
  return header.offset - row.info.begin < row.info.size ? &row : nullptr;
}

dwarf::Sections SplitFile::sections_of(const dwarf::UnitHeader& header) const {
  dwarf::Sections sections = whole_.sections;
  if (is_package_) {
    const PackedUnit* row = row_of(header);
    sections.str_offsets = row == nullptr ? Bytes() : part_of(sections.str_offsets, row->string_offsets);
    sections.rnglists = row == nullptr ? Bytes() : part_of(sections.rnglists, row->range_lists);
  }
  sections.str_offsets = behind_header(sections.str_offsets, header.encoding, sections.endian);
  return sections;
}

dwarf::LocationSections SplitFile::locations_of(const dwarf::UnitHeader& header) const {
  const auto contents = [&](std::string_view name) {
    const container::Section* const section = container::section_named(*image_, name);
    return section == nullptr ? Bytes() : image_->contents(*section).value_or(Bytes());
  };
  dwarf::LocationSections sections{
      .lists = contents(".debug_loclists.dwo"), .pairs = contents(".debug_loc.dwo"), .is_split = true};
  if (!is_package_) return sections;
  const PackedUnit* const row = row_of(header);
  const Share share = row == nullptr ? Share{} : row->locations;
  sections.lists = part_of(sections.lists, share);
  sections.pairs = part_of(sections.pairs, share);
  return sections;
}

const dwarf::UnitHeader* SplitFile::find(std::uint64_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &whole_.units.units[found->second];
}

std::vector<std::uint64_t> SplitFile::ids() const {
  std::vector<std::uint64_t> ids;
  ids.reserve(by_id_.size());
  for (const auto& [id, unit] : by_id_) ids.push_back(id);
  std::ranges::sort(ids);
  return ids;
}

}  // namespace symkit::debuginfo
