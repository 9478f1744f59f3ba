// A section's position in the file may differ from its record: the offset has 32 bits and wraps in files
// over 4 GB, and sections that a dSYM only lists have offsets into the file that it was made from.
#include "files/container/macho_sections.h"

#include <optional>

#include "files/container/compressed_section.h"
#include "ground/base/words.h"

namespace symkit::container::macho {
namespace {

constexpr std::uint64_t wrap = std::uint64_t{1} << 32;

bool lies_in(const SegmentRecord& segment, std::uint64_t offset, std::uint64_t size) {
  if (offset < segment.file_offset) return false;
  const std::uint64_t into = offset - segment.file_offset;
  return into <= segment.file_size && size <= segment.file_size - into;
}

// The offset within the segment that has the record's low 32 bits and is nearest to the section's
// position according to addresses.
std::optional<std::uint64_t> true_offset(const SegmentRecord& segment, const SectionRecord& section) {
  const std::uint64_t by_address = segment.file_offset + (section.address - segment.address);
  if (static_cast<std::uint32_t>(by_address) == section.offset && lies_in(segment, by_address, section.size))
    return by_address;
  const std::uint64_t near = (by_address & ~(wrap - 1)) | section.offset;
  for (const std::uint64_t offset : {near, near + wrap, near - wrap, std::uint64_t{section.offset}})
    if (lies_in(segment, offset, section.size)) return offset;
  return std::nullopt;
}

Result<Bytes> data_of(const MachoFile& file, const SectionRecord& section) {
  const SegmentRecord& segment = file.segments[section.segment];
  if (section.is_zero_fill() || section.size == 0 || segment.file_size == 0) return Bytes();
  const auto offset = true_offset(segment, section);
  const Bytes data = offset ? slice(file.bytes, *offset, section.size) : Bytes();
  const bool needed = section.segment_name == "__DWARF" || file.is_object();
  if (data.empty() && needed)
    return fail(say("broken: section ", section.name, " (", section.size, " bytes at ", hex(section.offset),
                    ") is not within its segment"));
  return data;
}

Result<Section> make_section(const MachoFile& file, const SectionRecord& record) {
  const auto data = data_of(file, record);
  if (!data) return std::unexpected(data.error());
  Section section;
  section.name = record.name;
  section.segment = record.segment_name;
  section.address = {record.address};
  section.size = record.size;
  section.data = *data;
  section.allocated = record.segment_name != "__DWARF" && (record.flags & section_attribute::debug) == 0;
  section.code = record.is_code();
  if (!section.name.starts_with("__zdebug")) return section;
  if (const auto old = read_old_compression_header(section.data)) {
    section.size = old->size;
    section.data = old->data;
    section.compression = old->compression;
  }
  return section;
}

}  // namespace

Result<std::vector<Section>> make_sections(const MachoFile& file) {
  std::vector<Section> sections;
  sections.reserve(file.sections.size());
  for (const SectionRecord& record : file.sections) {
    auto section = make_section(file, record);
    if (!section) return std::unexpected(section.error());
    sections.push_back(*section);
  }
  return sections;
}

}  // namespace symkit::container::macho
