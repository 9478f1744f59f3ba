#include "files/container/elf_sections.h"

#include <bit>

#include "files/container/compressed_section.h"
#include "files/container/name_budget.h"

namespace symkit::container::elf {
namespace {

std::uint64_t align_up(std::uint64_t address, std::uint64_t align) {
  return std::has_single_bit(align) ? (address + align - 1) & ~(align - 1) : address;
}

// Assigns the addresses that no linker has assigned yet to the sections of an object file. Code comes
// first, so that what is looked up most is contiguous and begins at 0.
void lay_out(const ElfFile& file, std::vector<Section>& sections) {
  std::uint64_t end = 0;
  for (const bool code : {true, false}) {
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const SectionHeader& header = file.sections[i];
      if (!header.is_allocated() || header.is_code() != code) continue;
      const std::uint64_t address = align_up(end, header.align);
      sections[i].address = {address};
      end = address + header.size;
    }
  }
}

Result<CompressedData> stored_data(const ElfFile& file, const SectionHeader& header, std::string_view name) {
  const Bytes data = file.data_of(header);
  if (header.has_data() && (header.flags & section_flag::compressed) != 0)
    return read_compression_header(data, file.endian, file.wide);
  if (name.starts_with(".zdebug"))
    if (auto old = read_old_compression_header(data)) return *old;
  return CompressedData{Compression::None, header.size, data};
}

Result<Section> make_section(const ElfFile& file, const SectionHeader& header) {
  Section section;
  if (header.type == section_type::null) return section;  // the fields of section 0 have other uses
  section.name = file.name_of(header);
  const auto stored = stored_data(file, header, section.name);
  if (!stored) return std::unexpected(stored.error().within(section.name));
  section.data = stored->data;
  section.size = stored->size;
  section.compression = stored->compression;
  section.allocated = header.is_allocated();
  section.code = header.is_code();
  if (!file.is_object()) section.address = {header.address};
  return section;
}

}  // namespace

Result<std::vector<Section>> make_sections(const ElfFile& file) {
  std::vector<Section> sections;
  sections.reserve(file.sections.size());
  NameBudget budget(file.section_names.size() + file.sections.size());
  for (const SectionHeader& header : file.sections) {
    auto section = make_section(file, header);
    if (!section) return std::unexpected(section.error());
    if (!budget.allows(section->name))
      return fail("broken: the names of sections overlap more than they could in a sound file");
    sections.push_back(*section);
  }
  if (file.is_object()) lay_out(file, sections);
  return sections;
}

}  // namespace symkit::container::elf
