#include "files/container/elf_file.h"

#include <array>
#include <cstring>

#include "files/container/elf_segments.h"
#include "files/container/string_table.h"
#include "ground/base/words.h"

namespace symkit::container::elf {
namespace {

constexpr std::array<std::uint8_t, 4> magic{0x7f, 'E', 'L', 'F'};
constexpr std::size_t ident_size = 16;

// Where the tables are according to the header, before extended numbering is considered.
struct Tables {
  std::uint64_t segments_at = 0;
  std::uint64_t sections_at = 0;
  std::uint64_t segment_count = 0;
  std::uint64_t section_count = 0;
  std::uint64_t names_index = 0;
  unsigned segment_size = 0;
  unsigned section_size = 0;
};

std::uint64_t word(Cursor& at, bool wide) { return wide ? at.u64() : at.u32(); }

std::unexpected<Error> truncated(std::string_view what, std::uint64_t offset, std::uint64_t size,
                                 std::size_t file_size) {
  return fail(say("truncated: ", what, " (", size, " bytes at ", hex(offset),
                  ") runs past the end of the file at ", hex(file_size)));
}

ProgramHeader read_program_header(Cursor& at, bool wide) {
  ProgramHeader header;
  header.type = at.u32();
  if (wide) header.flags = at.u32();
  header.offset = word(at, wide);
  header.address = word(at, wide);
  word(at, wide);  // physical address
  header.file_size = word(at, wide);
  header.memory_size = word(at, wide);
  if (!wide) header.flags = at.u32();
  header.align = word(at, wide);
  return header;
}

SectionHeader read_section_header(Cursor& at, bool wide) {
  SectionHeader header;
  header.name = at.u32();
  header.type = at.u32();
  header.flags = word(at, wide);
  header.address = word(at, wide);
  header.offset = word(at, wide);
  header.size = word(at, wide);
  header.link = at.u32();
  header.info = at.u32();
  header.align = word(at, wide);
  header.entry_size = word(at, wide);
  return header;
}

Result<Tables> read_header(ElfFile& file) {
  Cursor at(file.bytes, file.endian, ident_size);
  Tables tables;
  file.type = at.u16();
  file.machine = at.u16();
  at.skip(4);           // version
  word(at, file.wide);  // entry point
  tables.segments_at = word(at, file.wide);
  tables.sections_at = word(at, file.wide);
  file.flags = at.u32();
  at.skip(2);  // size of this header
  tables.segment_size = at.u16();
  tables.segment_count = at.u16();
  tables.section_size = at.u16();
  tables.section_count = at.u16();
  tables.names_index = at.u16();
  if (at.failed()) return truncated("the ELF header", 0, file.wide ? 64 : 52, file.bytes.size());
  return tables;
}

// Numbers too large for the header's 16 bits are in the fields of section 0.
Result<void> extend_numbers(const ElfFile& file, Tables& tables) {
  if (tables.sections_at == 0) {
    tables.section_count = 0;
    return {};
  }
  Cursor at(file.bytes, file.endian);
  at.seek(tables.sections_at);
  const SectionHeader zero = read_section_header(at, file.wide);
  if (at.failed())
    return truncated("the section header table", tables.sections_at, tables.section_size, file.bytes.size());
  if (tables.section_count == 0) tables.section_count = zero.size;
  if (tables.names_index == section_index::extended) tables.names_index = zero.link;
  if (tables.segment_count == segment_count_extended) tables.segment_count = zero.info;
  return {};
}

// A cursor over a table of `count` records, all of them within the file.
Result<Cursor> open_table(const ElfFile& file, std::string_view what, std::uint64_t offset,
                          std::uint64_t count, unsigned record_size, unsigned expected_size) {
  if (record_size != expected_size)
    return fail(say("broken: entries of ", what, " have ", record_size, " bytes instead of ", expected_size));
  const bool fits = offset <= file.bytes.size() && count <= (file.bytes.size() - offset) / record_size;
  if (!fits)
    return truncated(what, offset, count > UINT64_MAX / record_size ? UINT64_MAX : count * record_size,
                     file.bytes.size());
  return Cursor(file.bytes, file.endian, static_cast<std::size_t>(offset));
}

Result<void> read_segments(ElfFile& file, const Tables& tables) {
  if (tables.segment_count == 0) return {};
  auto at = open_table(file, "the program header table", tables.segments_at, tables.segment_count,
                       tables.segment_size, file.wide ? 56 : 32);
  if (!at) return std::unexpected(at.error());
  file.segments.reserve(tables.segment_count);
  for (std::uint64_t i = 0; i < tables.segment_count; ++i)
    file.segments.push_back(read_program_header(*at, file.wide));
  return {};
}

Result<void> read_sections(ElfFile& file, const Tables& tables) {
  if (tables.section_count == 0) return {};
  auto at = open_table(file, "the section header table", tables.sections_at, tables.section_count,
                       tables.section_size, file.wide ? 64 : 40);
  if (!at) return std::unexpected(at.error());
  file.sections.reserve(tables.section_count);
  for (std::uint64_t i = 0; i < tables.section_count; ++i)
    file.sections.push_back(read_section_header(*at, file.wide));
  if (tables.names_index < file.sections.size())
    file.section_names = up_to_last_nul(file.data_of(file.sections[tables.names_index]));
  return {};
}

bool runs_past_end(const ElfFile& file, std::uint64_t offset, std::uint64_t size) {
  return offset > file.bytes.size() || size > file.bytes.size() - offset;
}

// Segments are checked against the end of the file only if there are no sections: a debug companion keeps
// the program headers of the file that it was split from.
Result<void> check_data(const ElfFile& file) {
  for (const SectionHeader& header : file.sections) {
    if (!header.has_data() || !runs_past_end(file, header.offset, header.size)) continue;
    return truncated(say("section ", file.name_of(header)), header.offset, header.size, file.bytes.size());
  }
  if (!file.sections.empty()) return {};
  for (const ProgramHeader& segment : file.segments)
    if (runs_past_end(file, segment.offset, segment.file_size))
      return truncated("a segment", segment.offset, segment.file_size, file.bytes.size());
  return {};
}

Result<void> read_ident(ElfFile& file) {
  if (file.bytes.size() < ident_size) return truncated("the ELF header", 0, 52, file.bytes.size());
  const std::uint8_t width = file.bytes[4];
  const std::uint8_t order = file.bytes[5];
  if (width != class_32 && width != class_64)
    return fail(say("broken: ELF of the unknown class ", unsigned{width}));
  if (order != data_little && order != data_big)
    return fail(say("broken: ELF of the unknown byte order ", unsigned{order}));
  file.wide = width == class_64;
  file.endian = order == data_little ? Endian::Little : Endian::Big;
  return {};
}

}  // namespace

std::string_view ElfFile::name_of(const SectionHeader& header) const {
  return header.type == section_type::null ? std::string_view() : string_at(section_names, header.name);
}

bool is_elf(Bytes beginning) {
  return beginning.size() >= magic.size() && std::memcmp(beginning.data(), magic.data(), magic.size()) == 0;
}

Result<ElfFile> read_elf_headers(Bytes bytes) {
  ElfFile file;
  file.bytes = bytes;
  if (auto ident = read_ident(file); !ident) return std::unexpected(ident.error());
  auto tables = read_header(file);
  if (!tables) return std::unexpected(tables.error());
  if (tables->segment_count == segment_count_extended)
    if (auto done = extend_numbers(file, *tables); !done) return std::unexpected(done.error());
  if (auto done = read_segments(file, *tables); !done) return std::unexpected(done.error());
  return file;
}

Result<ElfFile> read_elf_file(Bytes bytes) {
  ElfFile file;
  file.bytes = bytes;
  if (auto ident = read_ident(file); !ident) return std::unexpected(ident.error());
  auto tables = read_header(file);
  if (!tables) return std::unexpected(tables.error());
  auto done = extend_numbers(file, *tables);
  if (done) done = read_segments(file, *tables);
  if (done) done = read_sections(file, *tables);
  if (done) done = check_data(file);
  if (!done) return std::unexpected(done.error());
  make_sections_of_segments(file);
  return file;
}

SymbolRecord read_symbol(Cursor& at, bool wide) {
  SymbolRecord symbol;
  symbol.name = at.u32();
  if (!wide) {
    symbol.value = at.u32();
    symbol.size = at.u32();
  }
  symbol.info = at.u8();
  at.skip(1);  // visibility
  symbol.section = at.u16();
  if (wide) {
    symbol.value = at.u64();
    symbol.size = at.u64();
  }
  return symbol;
}

}  // namespace symkit::container::elf
