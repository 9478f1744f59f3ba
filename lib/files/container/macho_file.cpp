#include "files/container/macho_file.h"

#include <algorithm>

#include "files/container/string_table.h"
#include "ground/base/words.h"

namespace symkit::container::macho {
namespace {

struct Header {
  std::uint32_t command_count = 0;
  std::uint32_t commands_size = 0;
};

std::uint64_t word(Cursor& at, bool wide) { return wide ? at.u64() : at.u32(); }

std::unexpected<Error> truncated(std::string_view what, std::uint64_t offset, std::uint64_t size,
                                 std::size_t file_size) {
  return fail(say("truncated: ", what, " (", size, " bytes at ", hex(offset), ") runs past the end at ",
                  hex(file_size)));
}

bool runs_past_end(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
  return offset > bytes.size() || size > bytes.size() - offset;
}

// Names have 16 characters; only shorter ones end with a NUL.
std::string_view fixed_name(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  return text.substr(0, text.find('\0'));
}

// The magic number gives the byte order and the width.
bool read_magic(MachoFile& file) {
  for (const Endian endian : {Endian::Little, Endian::Big}) {
    const std::uint32_t magic = Cursor(file.bytes, endian).u32();
    if (magic != magic_32 && magic != magic_64) continue;
    file.endian = endian;
    file.wide = magic == magic_64;
    return true;
  }
  return false;
}

SectionRecord read_section(Cursor& at, bool wide) {
  SectionRecord section;
  section.name = fixed_name(at.bytes(16));
  section.segment_name = fixed_name(at.bytes(16));
  section.address = word(at, wide);
  section.size = word(at, wide);
  section.offset = at.u32();
  at.skip(4);  // alignment
  section.relocations_at = at.u32();
  section.relocation_count = at.u32();
  section.flags = at.u32();
  at.skip(wide ? 12 : 8);  // reserved
  return section;
}

Result<void> read_segment(MachoFile& file, Cursor at, bool wide) {
  SegmentRecord segment;
  segment.name = fixed_name(at.bytes(16));
  segment.address = word(at, wide);
  segment.memory_size = word(at, wide);
  segment.file_offset = word(at, wide);
  segment.file_size = word(at, wide);
  at.skip(4);  // maximum protection
  segment.protection = at.u32();
  const std::uint32_t count = at.u32();
  at.skip(4);  // flags
  if (at.failed() || count > at.remaining() / (wide ? 80 : 68))
    return fail(say("broken: the load command of segment ", segment.name, " is too short for its ", count,
                    " sections"));
  file.segments.push_back(segment);
  for (std::uint32_t i = 0; i < count; ++i) {
    file.sections.push_back(read_section(at, wide));
    file.sections.back().segment = file.segments.size() - 1;
  }
  return {};
}

Result<void> read_symbol_table(MachoFile& file, Cursor at) {
  const std::uint64_t symbols_at = at.u32();
  const std::uint64_t symbols_size = std::uint64_t{at.u32()} * file.symbol_size();
  const std::uint64_t strings_at = at.u32();
  const std::uint64_t strings_size = at.u32();
  if (at.failed()) return fail("broken: the load command of the symbol table is too short");
  if (runs_past_end(file.bytes, symbols_at, symbols_size))
    return truncated("the symbol table", symbols_at, symbols_size, file.bytes.size());
  if (runs_past_end(file.bytes, strings_at, strings_size))
    return truncated("the string table", strings_at, strings_size, file.bytes.size());
  file.symbols = slice(file.bytes, symbols_at, symbols_size);
  file.strings = up_to_last_nul(slice(file.bytes, strings_at, strings_size));
  return {};
}

Result<void> read_function_starts(MachoFile& file, Cursor at) {
  const std::uint64_t offset = at.u32();
  const std::uint64_t size = at.u32();
  if (at.failed()) return fail("broken: the load command of the function starts is too short");
  if (runs_past_end(file.bytes, offset, size))
    return truncated("the table of function starts", offset, size, file.bytes.size());
  file.function_starts = slice(file.bytes, offset, size);
  return {};
}

Result<void> read_uuid(MachoFile& file, Cursor at) {
  const Bytes uuid = at.bytes(16);
  if (at.failed()) return fail("broken: the load command of the UUID is too short");
  file.id = ImageId::from_bytes(uuid);
  return {};
}

// `at` is positioned after the command's number and size, and ends with the command.
Result<void> read_command(MachoFile& file, std::uint32_t number, Cursor at) {
  switch (number) {
    case command::segment: return read_segment(file, at, false);
    case command::segment_64: return read_segment(file, at, true);
    case command::symbol_table: return read_symbol_table(file, at);
    case command::function_starts: return read_function_starts(file, at);
    case command::uuid: return read_uuid(file, at);
    default: return {};
  }
}

Result<Header> read_header(MachoFile& file) {
  if (!read_magic(file)) return fail("is not a Mach-O file");
  Cursor at(file.bytes, file.endian);
  at.skip(4);
  Header header;
  file.cpu_type = at.u32();
  file.cpu_subtype = at.u32();
  file.type = at.u32();
  header.command_count = at.u32();
  header.commands_size = at.u32();
  at.skip(file.wide ? 8 : 4);  // flags
  if (at.failed()) return truncated("the Mach-O header", 0, file.wide ? 32 : 28, file.bytes.size());
  return header;
}

// Only these have all that they say within themselves.
bool is_of_headers(std::uint32_t number) {
  return number == command::segment || number == command::segment_64 || number == command::uuid;
}

Result<void> read_commands(MachoFile& file, const Header& header, bool are_headers_all) {
  const std::size_t begin = file.wide ? 32 : 28;
  if (runs_past_end(file.bytes, begin, header.commands_size))
    return truncated("the table of load commands", begin, header.commands_size, file.bytes.size());
  Cursor at(file.bytes.subspan(begin, header.commands_size), file.endian);
  for (std::uint32_t i = 0; i < header.command_count; ++i) {
    const std::uint32_t number = at.u32();
    const std::uint32_t size = at.u32();
    const Bytes body = at.bytes(size < 8 ? UINT64_MAX : size - 8);
    if (at.failed()) return fail(say("broken: load command ", i, " does not fit the table of load commands"));
    if (are_headers_all && !is_of_headers(number)) continue;
    if (auto read = read_command(file, number, Cursor(body, file.endian)); !read) return read;
  }
  return {};
}

// A dSYM keeps the segments of its image, but has the content of only these two.
bool must_be_in_file(const MachoFile& file, const SegmentRecord& segment) {
  return file.type != file_type::debug_companion || segment.name == "__DWARF" || segment.name == "__LINKEDIT";
}

Result<void> check_segments(const MachoFile& file) {
  for (const SegmentRecord& segment : file.segments)
    if (must_be_in_file(file, segment) && runs_past_end(file.bytes, segment.file_offset, segment.file_size))
      return truncated(say("segment ", segment.name), segment.file_offset, segment.file_size,
                       file.bytes.size());
  return {};
}

Architecture arm_architecture(std::uint32_t subtype) {
  switch (subtype) {
    case 6: return Architecture::Armv6;
    case 11: return Architecture::Armv7s;
    case 12: return Architecture::Armv7k;
    default: return Architecture::Armv7;
  }
}

}  // namespace

const SegmentRecord* MachoFile::find_segment(std::string_view name) const {
  const auto found = std::ranges::find(segments, name, &SegmentRecord::name);
  return found == segments.end() ? nullptr : &*found;
}

bool is_macho(Bytes beginning) {
  MachoFile file;
  file.bytes = beginning;
  return read_magic(file);
}

Result<MachoFile> read_macho_file(Bytes bytes) {
  MachoFile file;
  file.bytes = bytes;
  const auto header = read_header(file);
  if (!header) return std::unexpected(header.error());
  auto done = read_commands(file, *header, false);
  if (done) done = check_segments(file);
  if (!done) return std::unexpected(done.error());
  return file;
}

Result<MachoFile> read_macho_headers(Bytes beginning) {
  MachoFile file;
  file.bytes = beginning;
  const auto header = read_header(file);
  if (!header) return std::unexpected(header.error());
  if (auto done = read_commands(file, *header, true); !done) return std::unexpected(done.error());
  return file;
}

Architecture architecture_of(std::uint32_t cpu_type, std::uint32_t cpu_subtype) {
  const std::uint32_t subtype = cpu_subtype & cpu::subtype_mask;
  switch (cpu_type) {
    case cpu::x86: return Architecture::X86;
    case cpu::x86 | cpu::wide: return subtype == 8 ? Architecture::X86_64h : Architecture::X86_64;
    case cpu::arm: return arm_architecture(subtype);
    case cpu::arm | cpu::wide: return subtype == 2 ? Architecture::Arm64e : Architecture::Arm64;
    case cpu::arm | cpu::wide_ilp32: return Architecture::Arm64_32;
    case cpu::ppc: return Architecture::Ppc;
    case cpu::ppc | cpu::wide: return Architecture::Ppc64;
    default: return Architecture::Unknown;
  }
}

SymbolRecord read_symbol(Cursor& at, bool wide) {
  SymbolRecord symbol;
  symbol.name = at.u32();
  symbol.type = at.u8();
  symbol.section = at.u8();
  symbol.description = at.u16();
  symbol.value = word(at, wide);
  return symbol;
}

}  // namespace symkit::container::macho
