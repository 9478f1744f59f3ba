#include "files/container/pe_file.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "files/container/string_table.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::container::pe {
namespace {

constexpr std::size_t pe_offset_at = 0x3c;
constexpr std::size_t short_name_size = 8;
constexpr std::string_view signature("PE\0\0", 4);

std::uint32_t pe_offset(Bytes bytes) { return Cursor(bytes, Endian::Little, pe_offset_at).u32(); }

std::unexpected<Error> truncated(std::string_view what, std::size_t file_size) {
  return fail(say("truncated: ", what, " runs past the end of the file at ", hex(file_size)));
}

struct Header {
  std::uint16_t section_count = 0;
  std::uint32_t symbols_at = 0;
  std::uint32_t symbol_count = 0;
  std::uint16_t optional_size = 0;
};

Header read_header(Cursor& at, PeFile& file) {
  Header header;
  file.machine = at.u16();
  header.section_count = at.u16();
  file.time = at.u32();
  header.symbols_at = at.u32();
  header.symbol_count = at.u32();
  header.optional_size = at.u16();
  file.characteristics = at.u16();
  return header;
}

// The optional header, which images have.
Result<void> read_optional_header(Cursor at, PeFile& file) {
  const std::uint16_t magic = at.u16();
  file.wide = magic == optional_magic_64;
  if (!file.wide && magic != optional_magic_32)
    return fail(say("broken: the optional header is of the unknown kind ", hex(magic)));
  at.skip(file.wide ? 22 : 26);  // versions, sizes, entry point, base of code (and of data)
  file.image_base = file.wide ? at.u64() : at.u32();
  at.skip(24);  // alignments, versions
  file.image_size = at.u32();
  at.skip(12);                   // size of headers, checksum, subsystem, characteristics
  at.skip(file.wide ? 32 : 16);  // sizes of stack and heap
  at.skip(4);
  const std::uint32_t count = at.u32();
  for (std::size_t i = 0; i < std::min<std::size_t>(count, file.directories.size()); ++i)
    file.directories[i] = {at.u32(), at.u32()};
  if (at.failed()) return fail("truncated: the optional header is shorter than it says");
  return {};
}

// COFF's symbols, followed by the strings, which sections without symbols have, too.
void find_symbols(const Header& header, PeFile& file) {
  if (header.symbols_at == 0 || header.symbols_at > file.bytes.size()) return;
  const std::uint64_t size = std::uint64_t{header.symbol_count} * symbol_size;
  const Bytes symbols = slice(file.bytes, header.symbols_at, size);
  if (symbols.size() != size) return;  // a tool has truncated them without updating the header
  file.symbols = symbols;
  const Bytes rest = file.bytes.subspan(header.symbols_at + static_cast<std::size_t>(size));
  const std::uint32_t strings = Cursor(rest, Endian::Little).u32();
  file.strings = up_to_last_nul(rest.first(std::min<std::size_t>(strings, rest.size())));
}

// Six base64 digits: they follow "//" if seven decimal digits are not enough.
std::optional<std::uint64_t> base64_number(std::string_view digits) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::uint64_t value = 0;
  for (const char c : digits) {
    const std::size_t digit = alphabet.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    value = value * alphabet.size() + digit;
  }
  return value;
}

std::string_view section_name(const PeFile& file, Bytes field) {
  std::string_view name = as_text(field);
  name = name.substr(0, name.find('\0'));
  if (!name.starts_with('/')) return name;
  if (name.starts_with("//")) {
    const auto offset = base64_number(name.substr(2));
    return offset ? string_at(file.strings, *offset) : name;
  }
  std::uint32_t offset = 0;
  const auto parsed = std::from_chars(name.data() + 1, name.data() + name.size(), offset);
  if (parsed.ec != std::errc() || parsed.ptr != name.data() + name.size()) return name;
  return string_at(file.strings, offset);
}

SectionRecord read_section(Cursor& at, const PeFile& file) {
  SectionRecord section;
  section.name = section_name(file, at.bytes(short_name_size));
  section.memory_size = at.u32();
  section.rva = at.u32();
  section.file_size = at.u32();
  section.offset = at.u32();
  at.skip(12);  // relocations and lines of object files
  section.flags = at.u32();
  return section;
}

}  // namespace

Bytes PeFile::data_of(const SectionRecord& section) const {
  return slice(bytes, section.offset, std::min(section.file_size, section.size()));
}

std::optional<std::uint32_t> PeFile::section_at(std::uint32_t rva) const {
  const auto after =
      std::ranges::upper_bound(by_rva, rva, {}, [this](std::uint32_t i) { return sections[i].rva; });
  if (after == by_rva.begin()) return std::nullopt;
  const std::uint32_t number = *std::prev(after);
  if (rva - sections[number].rva >= sections[number].size()) return std::nullopt;
  return number;
}

Bytes PeFile::at(std::uint32_t rva) const {
  const auto number = section_at(rva);
  if (!number) return {};
  const Bytes data = data_of(sections[*number]);
  return data.subspan(std::min<std::size_t>(data.size(), rva - sections[*number].rva));
}

std::string_view PeFile::long_name(Bytes field) const {
  Cursor at(field, Endian::Little);
  if (at.u32() == 0) return string_at(strings, at.u32());
  const std::string_view name = as_text(field);
  return name.substr(0, name.find('\0'));
}

// A program for DOS begins like this, too.
bool is_pe(Bytes beginning) {
  if (!as_text(beginning).starts_with("MZ") || beginning.size() < pe_offset_at + 4) return false;
  const std::uint32_t offset = pe_offset(beginning);
  if (offset > beginning.size() || beginning.size() - offset < signature.size()) return offset >= 4;
  return as_text(beginning.subspan(offset)).starts_with(signature);
}

Result<PeFile> read_pe_file(Bytes bytes) {
  PeFile file;
  file.bytes = bytes;
  const std::uint32_t offset = pe_offset(bytes);
  if (as_text(slice(bytes, offset, signature.size())) != signature)
    return truncated("the PE header", bytes.size());
  Cursor at(bytes, Endian::Little, offset + signature.size());
  const Header header = read_header(at, file);
  const Bytes optional = at.bytes(header.optional_size);
  if (at.failed()) return truncated("the PE header", bytes.size());
  if (const auto read = read_optional_header(Cursor(optional, Endian::Little), file); !read)
    return fail(read.error());
  find_symbols(header, file);
  for (unsigned i = 0; i < header.section_count; ++i) file.sections.push_back(read_section(at, file));
  if (at.failed()) return truncated("the table of sections", bytes.size());
  for (const SectionRecord& section : file.sections)
    if (file.data_of(section).size() != std::min(section.file_size, section.size()))
      return truncated(say("section ", section.name), bytes.size());
  file.by_rva.resize(file.sections.size());
  std::iota(file.by_rva.begin(), file.by_rva.end(), 0);
  std::ranges::stable_sort(file.by_rva, {}, [&](std::uint32_t i) { return file.sections[i].rva; });
  return file;
}

Architecture architecture_of(std::uint16_t number) {
  switch (number) {
    case machine::i386: return Architecture::X86;
    case machine::x86_64: return Architecture::X86_64;
    case machine::arm64:
    case machine::arm64x: return Architecture::Arm64;
    case machine::arm64ec: return Architecture::X86_64;
    case machine::armnt: return Architecture::Armv7;
    default: return Architecture::Unknown;
  }
}

}  // namespace symkit::container::pe
