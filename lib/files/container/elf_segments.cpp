#include "files/container/elf_segments.h"

#include <algorithm>
#include <string_view>

#include "ground/base/cursor.h"

namespace symkit::container::elf {
namespace {

namespace tag {
constexpr std::uint64_t hash = 4;
constexpr std::uint64_t strings = 5;
constexpr std::uint64_t symbols = 6;
constexpr std::uint64_t strings_size = 10;
constexpr std::uint64_t gnu_hash = 0x6ffffef5;
constexpr std::uint64_t mips_symbol_count = 0x70000011;
}  // namespace tag

// The names of the made-up sections. The numbers below are positions in it.
constexpr std::string_view names("\0(code)\0(data)\0.dynsym\0.dynstr\0", 31);
constexpr std::uint32_t code_name = 1;
constexpr std::uint32_t data_name = 8;
constexpr std::uint32_t symbols_name = 15;
constexpr std::uint32_t strings_name = 23;

// The null section, the symbols and their names come first, followed by those of the segments, by
// address.
constexpr std::uint32_t symbols_section = 1;
constexpr std::uint32_t first_segment = 3;

struct DynamicTable {
  std::uint64_t hash = 0;  // addresses; 0: there is none
  std::uint64_t gnu_hash = 0;
  std::uint64_t strings = 0;
  std::uint64_t strings_size = 0;
  std::uint64_t symbols = 0;
  std::uint64_t mips_symbol_count = 0;
};

DynamicTable read_dynamic_table(const ElfFile& file) {
  DynamicTable table;
  const auto segment = std::ranges::find(file.segments, segment_type::dynamic, &ProgramHeader::type);
  if (segment == file.segments.end()) return table;
  Cursor at(slice(file.bytes, segment->offset, segment->file_size), file.endian);
  while (!at.at_end()) {
    const std::uint64_t kind = file.wide ? at.u64() : at.u32();
    const std::uint64_t value = file.wide ? at.u64() : at.u32();
    if (at.failed() || kind == 0) break;
    switch (kind) {
      case tag::hash: table.hash = value; break;
      case tag::gnu_hash: table.gnu_hash = value; break;
      case tag::strings: table.strings = value; break;
      case tag::strings_size: table.strings_size = value; break;
      case tag::symbols: table.symbols = value; break;
      case tag::mips_symbol_count:
        if (file.machine == machine::mips) table.mips_symbol_count = value;
        break;
      default: break;
    }
  }
  return table;
}

// The position of an address in the file.
std::optional<std::uint64_t> offset_of(const ElfFile& file, std::uint64_t address) {
  for (const ProgramHeader& segment : file.segments)
    if (segment.type == segment_type::load && address >= segment.address &&
        address - segment.address < segment.file_size)
      return segment.offset + (address - segment.address);
  return std::nullopt;
}

// The bytes of the segment from an address on, as the length of a table is unknown.
Bytes from_address(const ElfFile& file, std::uint64_t address) {
  for (const ProgramHeader& segment : file.segments)
    if (segment.type == segment_type::load && address >= segment.address &&
        address - segment.address < segment.file_size)
      return slice(file.bytes, segment.offset, segment.file_size)
          .subspan(static_cast<std::size_t>(address - segment.address));
  return {};
}

// nbucket, nchain, …: there is a chain entry for each symbol. On s390x the numbers have 8 bytes.
std::uint64_t count_of_hash(const ElfFile& file, std::uint64_t address) {
  Cursor at(from_address(file, address), file.endian);
  const bool wide = file.machine == machine::s390 && file.wide;
  at.skip(wide ? 8 : 4);
  const std::uint64_t count = wide ? at.u64() : at.u32();
  return at.failed() ? 0 : count;
}

// The last symbol ends the chain of the bucket with the highest begin.
std::uint64_t count_of_gnu_hash(const ElfFile& file, std::uint64_t address) {
  Cursor at(from_address(file, address), file.endian);
  const std::uint32_t buckets = at.u32();
  const std::uint32_t first = at.u32();
  const std::uint32_t bloom = at.u32();
  at.skip(4);
  at.skip(std::uint64_t{bloom} * (file.wide ? 8 : 4));
  if (at.failed() || buckets > at.remaining() / 4) return 0;
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < buckets; ++i) last = std::max(last, at.u32());
  if (last < first) return first;
  at.skip(std::uint64_t{last - first} * 4);
  while (!at.failed()) {
    ++last;
    if ((at.u32() & 1) != 0) break;
  }
  return at.failed() ? 0 : last;
}

std::uint64_t symbol_count(const ElfFile& file, const DynamicTable& table) {
  if (table.mips_symbol_count != 0) return table.mips_symbol_count;
  if (table.hash != 0)
    if (const std::uint64_t count = count_of_hash(file, table.hash)) return count;
  if (table.gnu_hash != 0)
    if (const std::uint64_t count = count_of_gnu_hash(file, table.gnu_hash)) return count;
  // Linkers put the names directly after the symbols.
  return table.strings > table.symbols ? (table.strings - table.symbols) / file.symbol_size() : 0;
}

SectionHeader section_of_segment(const ProgramHeader& segment) {
  const bool is_code = (segment.flags & segment_flag::executable) != 0;
  SectionHeader section;
  section.name = is_code ? code_name : data_name;
  section.type = 1;  // SHT_PROGBITS
  section.flags = section_flag::allocated | (is_code ? section_flag::executable : 0);
  section.address = segment.address;
  section.offset = segment.offset;
  section.size = segment.file_size;
  return section;
}

void add_symbols(ElfFile& file) {
  const DynamicTable table = read_dynamic_table(file);
  const auto symbols_at = offset_of(file, table.symbols);
  const auto strings_at = offset_of(file, table.strings);
  if (table.symbols == 0 || !symbols_at || !strings_at) return;
  const std::uint64_t most = from_address(file, table.symbols).size() / file.symbol_size();
  const std::uint64_t count = std::min(symbol_count(file, table), most);
  SectionHeader symbols{.name = symbols_name, .type = section_type::dynamic_symbols, .offset = *symbols_at};
  symbols.size = count * file.symbol_size();
  symbols.link = symbols_section + 1;
  symbols.entry_size = file.symbol_size();
  SectionHeader strings{.name = strings_name, .type = 3, .offset = *strings_at};  // SHT_STRTAB
  strings.size = std::min<std::uint64_t>(table.strings_size, from_address(file, table.strings).size());
  file.sections[symbols_section] = symbols;
  file.sections[symbols_section + 1] = strings;
}

}  // namespace

void make_sections_of_segments(ElfFile& file) {
  if (!file.sections.empty() || (file.type != file_type::executable && file.type != file_type::shared))
    return;
  file.has_section_table = false;
  file.section_names = as_bytes(names);
  file.sections.resize(first_segment);
  for (const ProgramHeader& segment : file.segments)
    if (segment.type == segment_type::load && segment.file_size != 0)
      file.sections.push_back(section_of_segment(segment));
  std::ranges::stable_sort(file.sections.begin() + first_segment, file.sections.end(), {},
                           &SectionHeader::address);
  add_symbols(file);
}

std::uint32_t section_at(const ElfFile& file, std::uint64_t address) {
  const auto behind = std::upper_bound(
      file.sections.begin() + first_segment, file.sections.end(), address,
      [](std::uint64_t value, const SectionHeader& section) { return value < section.address; });
  const auto index = static_cast<std::uint32_t>(behind - file.sections.begin()) - 1;
  if (index < first_segment || address - file.sections[index].address >= file.sections[index].size)
    return section_index::undefined;
  return index;
}

}  // namespace symkit::container::elf
