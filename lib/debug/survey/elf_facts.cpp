#include "debug/survey/elf_facts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "files/container/alt_link.h"
#include "files/container/elf_file.h"
#include "files/container/elf_mini_debug.h"
#include "files/container/elf_symbols.h"
#include "ground/base/words.h"
#include "ground/io/unpack_budget.h"

namespace symkit::survey {
namespace {

namespace elf = container::elf;

constexpr std::uint32_t segment_interpreter = 3;
constexpr std::uint32_t note_abi_tag = 1;    // of the owner "GNU"
constexpr std::uint32_t note_android = 1;    // of the owner "Android"
constexpr std::size_t android_version = 64;  // bytes for the name of the NDK

std::string segment_name(std::uint32_t type) {
  constexpr auto names = std::to_array<std::pair<std::uint32_t, std::string_view>>({
      {0, "NULL"},
      {1, "LOAD"},
      {2, "DYNAMIC"},
      {3, "INTERP"},
      {4, "NOTE"},
      {5, "SHLIB"},
      {6, "PHDR"},
      {7, "TLS"},
      {0x6474e550, "GNU_EH_FRAME"},
      {0x6474e551, "GNU_STACK"},
      {0x6474e552, "GNU_RELRO"},
      {0x6474e553, "GNU_PROPERTY"},
      {0x6474e554, "GNU_SFRAME"},
  });
  const auto* known = std::ranges::find(names, type, &std::pair<std::uint32_t, std::string_view>::first);
  return known == names.end() ? hex(type) : std::string(known->second);
}

void look_at_segments(const elf::ElfFile& file, Survey& found) {
  for (const elf::ProgramHeader& header : file.segments) {
    found.segments.push_back({.name = segment_name(header.type),
                              .address = header.address,
                              .size = header.memory_size,
                              .file_size = header.file_size,
                              .readable = (header.flags & 4) != 0,
                              .writable = (header.flags & 2) != 0,
                              .executable = (header.flags & 1) != 0});
    if (header.type == segment_interpreter)
      found.interpreter = Cursor(slice(file.bytes, header.offset, header.file_size), file.endian).cstring();
  }
}

// Whether the symbol is in a section with code, and not a label within a function.
bool is_function(const elf::ElfFile& file, const elf::SymbolRecord& record, std::uint32_t section) {
  const unsigned type = record.type();
  if (type == elf::symbol_type::function || type == elf::symbol_type::indirect_function) return true;
  const bool is_old_thumb = type == elf::symbol_type::thumb_function && file.machine == elf::machine::arm;
  if (is_old_thumb) return true;
  if (type != elf::symbol_type::none || section >= file.sections.size()) return false;
  return file.sections[section].is_code();
}

SymbolTable count_symbols(const elf::ElfFile& file, const elf::SymbolTable& table, std::string_view name) {
  SymbolTable counted{.name = name};
  Cursor at(table.records, file.endian);
  for (std::size_t i = 0; i < table.count; ++i) {
    const elf::SymbolRecord record = elf::read_symbol(at, file.wide);
    const unsigned type = record.type();
    if (record.name == 0 || type == elf::symbol_type::section || type == elf::symbol_type::file) continue;
    const std::uint32_t section = elf::section_of(file, table, i, record);
    if (section == elf::section_index::undefined) {
      ++counted.indirect;
      continue;
    }
    // Mapping symbols have short names, so a long one is not read to its end.
    const std::size_t name_at = std::min<std::size_t>(record.name, table.names.size());
    const Bytes rest = table.names.subspan(name_at);
    const std::string_view beginning = as_text(rest.first(std::min<std::size_t>(rest.size(), 16)));
    if (elf::is_mapping_symbol(file, record, beginning.substr(0, beginning.find('\0')))) continue;
    ++counted.direct;
    counted.functions += is_function(file, record, section) ? 1 : 0;
  }
  return counted;
}

void look_at_symbols(const elf::ElfFile& file, std::string_view as, Survey& found) {
  for (std::size_t i = 0; i < file.sections.size(); ++i) {
    const elf::SectionHeader& header = file.sections[i];
    const bool is_dynamic = header.type == elf::section_type::dynamic_symbols;
    if (!is_dynamic && header.type != elf::section_type::symbol_table) continue;
    if (header.type == elf::section_type::no_bits || (is_dynamic && !as.empty())) continue;
    const auto table = elf::symbol_table(file, i);
    if (!table) {
      found.faults.push_back(table.error().message);
      continue;
    }
    const SymbolTable counted = count_symbols(file, *table,
                                              !as.empty()  ? as
                                              : is_dynamic ? ".dynsym"
                                                           : ".symtab");
    if (counted.direct + counted.indirect != 0) found.symbols.push_back(counted);
  }
}

void look_at_mini_debug(const elf::ElfFile& file, Survey& found) {
  io::UnpackBudget budget;
  budget.stored(file.bytes.size());
  const auto mini = elf::read_mini_debug(file, budget);
  if (!mini) return found.faults.push_back(mini.error().message);
  if (*mini != nullptr) look_at_symbols((*mini)->file, ".gnu_debugdata", found);
}

// A note's content, by its owner and type.
Bytes find_note(const elf::ElfFile& file, std::string_view owner, std::uint32_t type) {
  for (const elf::SectionHeader& header : file.sections) {
    if (header.type != elf::section_type::note) continue;
    Cursor at(file.data_of(header), file.endian);
    while (!at.at_end()) {
      const std::uint32_t name_size = at.u32(), size = at.u32(), its_type = at.u32();
      std::string_view name = as_text(at.bytes(name_size));
      at.seek((at.offset() + 3) / 4 * 4);
      const Bytes content = at.bytes(size);
      if (at.failed()) break;
      name = name.substr(0, name.find('\0'));
      if (its_type == type && name == owner) return content;
      at.seek((at.offset() + 3) / 4 * 4);
    }
  }
  return {};
}

std::string system_name(std::uint32_t number) {
  constexpr auto names =
      std::to_array<std::string_view>({"Linux", "Hurd", "Solaris", "FreeBSD", "NetBSD", "Syllable", "NaCl"});
  return number < names.size() ? std::string(names[number]) : say("system ", number);
}

std::optional<MinimumOs> find_minimum_os(const elf::ElfFile& file) {
  if (const Bytes note = find_note(file, "Android", note_android); !note.empty()) {
    Cursor at(note, file.endian);
    MinimumOs system{.platform = "Android", .version = say("API ", at.u32()), .sdk = {}};
    std::string_view kit = as_text(slice(note, 4, android_version));
    kit = kit.substr(0, kit.find('\0'));
    if (!kit.empty()) system.sdk = say("NDK ", kit);
    return system;
  }
  const Bytes note = find_note(file, "GNU", note_abi_tag);
  if (note.size() < 16) return std::nullopt;
  Cursor at(note, file.endian);
  const std::string system = system_name(at.u32());
  const std::uint32_t major = at.u32(), minor = at.u32(), patch = at.u32();
  return MinimumOs{.platform = system, .version = say(major, '.', minor, '.', patch), .sdk = {}};
}

void look_at_links(const container::Image& image, const elf::ElfFile& file, Survey& found) {
  for (const elf::SectionHeader& header : file.sections) {
    if (header.is_allocated() || !header.has_data()) continue;
    const std::string_view name = file.name_of(header);
    if (name == ".gnu_debugdata") found.mini_debug_info = header.size;
  }
  if (const auto link = container::alt_link_of(image)) {
    const auto id = ImageId::from_bytes(link->id);
    found.alt_link = AltLink{.file = std::string(link->file), .id = id ? id->hex() : "", .missing = {}};
  }
}

constexpr std::uint16_t type_core = 4;

std::string type_name(const container::Image& image, const elf::ElfFile& file) {
  switch (image.type()) {
    case container::FileType::Executable: return "executable";
    case container::FileType::SharedLibrary: return "shared library";
    case container::FileType::Object: return "object file";
    case container::FileType::DebugCompanion: return "debug file";
    case container::FileType::Other: break;
  }
  return file.type == type_core ? "core dump" : say("type ", file.type);
}

// Linux contains a list of its own symbols, whether it has a table or not.
void look_at_carried_symbols(const container::Image& image, Survey& found) {
  const auto symbols = image.symbols();
  if (!symbols || symbols->empty()) return;
  SymbolTable table{.name = "kallsyms", .direct = symbols->size()};
  for (const container::Symbol& symbol : *symbols) table.functions += symbol.in_code ? 1 : 0;
  found.symbols.push_back(table);
}

}  // namespace

void look_at_elf(const container::Image& image, Survey& found) {
  if (!elf::is_elf(image.bytes())) {
    found.type = flat_kernel;
    return look_at_carried_symbols(image, found);
  }
  const auto file = elf::read_elf_file(image.bytes());
  if (!file) {
    found.faults.push_back(file.error().message);
    return;
  }
  found.type = type_name(image, *file);
  look_at_segments(*file, found);
  look_at_symbols(*file, {}, found);
  look_at_mini_debug(*file, found);
  if (found.symbols.empty()) look_at_carried_symbols(image, found);
  look_at_links(image, *file, found);
  found.minimum_os = find_minimum_os(*file);
  if (const auto link = image.debug_link()) found.debug_link = std::string(link->file);
}

}  // namespace symkit::survey
