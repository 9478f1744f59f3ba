#include "files/container/pe_symbols.h"

#include <algorithm>

#include "files/container/name_budget.h"
#include "files/container/string_table.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::container::pe {
namespace {

// No linker writes a longer name.
constexpr std::size_t longest_export = 1 << 16;

FileAddress address_of(const PeFile& file, std::uint32_t rva) {
  if (file.machine == machine::armnt) rva &= ~1U;  // Thumb
  return {file.image_base + rva};
}

struct CoffSymbol {
  Bytes name;
  std::uint32_t value = 0;
  std::int16_t section = 0;  // from 1
  std::uint16_t type = 0;
  std::uint8_t storage = 0;
  std::uint8_t more = 0;  // number of auxiliary records that follow
};

CoffSymbol read_coff_symbol(Cursor& at) {
  CoffSymbol symbol;
  symbol.name = at.bytes(8);
  symbol.value = at.u32();
  symbol.section = static_cast<std::int16_t>(at.u16());
  symbol.type = at.u16();
  symbol.storage = at.u8();
  symbol.more = at.u8();
  return symbol;
}

// Sections, files and debug information are in the same table.
bool is_of_interest(const CoffSymbol& symbol) {
  switch (symbol.storage) {
    case storage_class::external:
    case storage_class::weak_external: return true;
    case storage_class::label:
    case storage_class::local: return symbol.more == 0 || symbol.type == type_function;
    default: return false;
  }
}

Symbol make_symbol(const CoffSymbol& record, std::string_view name, const Section& section) {
  Symbol symbol;
  symbol.name = name;
  symbol.address = {section.address.value + record.value};
  symbol.kind = record.type == type_function ? SymbolKind::Function
                : section.code               ? SymbolKind::Unspecified
                                             : SymbolKind::Data;
  symbol.binding = record.storage == storage_class::external        ? Binding::Global
                   : record.storage == storage_class::weak_external ? Binding::Weak
                                                                    : Binding::Local;
  symbol.in_code = section.code;
  return symbol;
}

struct ExportTables {
  Cursor functions, names, ordinals;
  std::uint32_t name_count = 0;
};

// A failed cursor does not matter here: each entry is read by its number, from a copy.
std::uint32_t number_at(Cursor table, std::uint64_t index, unsigned width) {
  table.seek(index * width);
  return static_cast<std::uint32_t>(table.unsigned_of(width));
}

ExportTables export_tables(const PeFile& file) {
  Cursor at(file.at(file.directories[directory::exports].rva), Endian::Little);
  at.skip(20);  // flags, time, version, name, first ordinal
  const std::uint32_t function_count = at.u32(), name_count = at.u32();
  const std::uint32_t functions = at.u32(), names = at.u32(), ordinals = at.u32();
  const auto table = [&](std::uint32_t rva, std::uint64_t size) {
    const Bytes rest = file.at(rva);
    return Cursor(rest.first(std::min<std::size_t>(rest.size(), size)), Endian::Little);
  };
  if (at.failed()) return {};
  ExportTables tables{table(functions, std::uint64_t{function_count} * 4),
                      table(names, std::uint64_t{name_count} * 4),
                      table(ordinals, std::uint64_t{name_count} * 2), 0};
  tables.name_count = static_cast<std::uint32_t>(
      std::min({std::size_t{name_count}, tables.names.remaining() / 4, tables.ordinals.remaining() / 2}));
  return tables;
}

// The value of an entry in ARM's .pdata in place of unwind information, in its two lowest bits.
constexpr std::uint32_t arm_packed_mask = 3;
constexpr std::uint32_t arm_packed_fragment = 2;

std::vector<FileAddress> arm_starts(const PeFile& file, Cursor at) {
  std::vector<FileAddress> starts;
  while (at.remaining() >= 8) {
    const std::uint32_t begin = at.u32(), unwind = at.u32();
    if (begin != 0 && (unwind & arm_packed_mask) != arm_packed_fragment)
      starts.push_back(address_of(file, begin));
  }
  return starts;
}

// Code that continues another function has its unwind information chained to that of the function.
bool is_chained(const PeFile& file, std::uint32_t unwind) {
  constexpr unsigned chained_flag = 4;
  constexpr std::uint32_t indirect = 1;
  if ((unwind & indirect) != 0) return true;
  const Bytes info = file.at(unwind, 1);
  return !info.empty() && (info[0] >> 3 & chained_flag) != 0;
}

std::vector<FileAddress> x64_starts(const PeFile& file, Cursor at) {
  std::vector<FileAddress> starts;
  while (at.remaining() >= 12) {
    const std::uint32_t begin = at.u32();
    at.skip(4);
    const std::uint32_t unwind = at.u32();
    if (begin != 0 && !is_chained(file, unwind)) starts.push_back(address_of(file, begin));
  }
  return starts;
}

}  // namespace

Result<std::vector<Symbol>> read_coff_symbols(const PeFile& file, const std::vector<Section>& sections) {
  std::vector<Symbol> symbols;
  NameBudget budget(file.strings.size() + file.symbols.size());
  Cursor at(file.symbols, Endian::Little);
  while (!at.at_end()) {
    const CoffSymbol record = read_coff_symbol(at);
    at.skip(std::min<std::size_t>(record.more * symbol_size, at.remaining()));
    if (record.section < 1 || static_cast<std::size_t>(record.section) > sections.size()) continue;
    const auto number = static_cast<std::uint32_t>(record.section - 1);
    if (!is_of_interest(record) || !sections[number].allocated) continue;
    std::string_view name = file.long_name(record.name);
    if (!budget.allows(name))
      return fail("broken: the names of symbols overlap more than they could in a sound file");
    if (name.empty() || name == sections[number].name) continue;
    if (file.machine == machine::i386) name = undecorated(name);
    symbols.push_back(make_symbol(record, name, sections[number]));
    symbols.back().section = number;
  }
  return symbols;
}

Result<std::vector<Symbol>> read_exports(const PeFile& file, const std::vector<Section>& sections) {
  std::vector<Symbol> symbols;
  const DataDirectory& where = file.directories[directory::exports];
  const ExportTables tables = export_tables(file);
  NameBudget budget(file.bytes.size());
  for (std::uint32_t i = 0; i < tables.name_count; ++i) {
    const std::uint32_t rva = number_at(tables.functions, number_at(tables.ordinals, i, 2), 4);
    const bool is_forwarded = rva >= where.rva && rva - where.rva < where.size;
    const auto section = file.section_at(rva);
    if (rva == 0 || is_forwarded || !section) continue;
    const Bytes beginning = file.at(number_at(tables.names, i, 4));
    std::string_view name = as_text(beginning.first(std::min(beginning.size(), longest_export)));
    name = name.substr(0, name.find('\0'));
    if (!budget.allows(name))
      return fail("broken: the names of exports overlap more than they could in a sound file");
    if (name.empty()) continue;
    // The underscore alone is not exported.
    if (file.machine == machine::i386 && name.contains('@')) name = undecorated(name);
    const bool in_code = sections[*section].code;
    symbols.push_back({.name = name,
                       .address = address_of(file, rva),
                       .kind = in_code ? SymbolKind::Function : SymbolKind::Data,
                       .binding = Binding::Global,
                       .in_code = in_code,
                       .section = *section});
  }
  return symbols;
}

Result<std::vector<Symbol>> read_symbols(const PeFile& file, const std::vector<Section>& sections) {
  auto symbols = read_coff_symbols(file, sections);
  return symbols && symbols->empty() ? read_exports(file, sections) : std::move(symbols);
}

std::vector<FileAddress> read_function_starts(const PeFile& file) {
  const Cursor table(file.contents(file.directories[directory::exceptions]), Endian::Little);
  std::vector<FileAddress> starts;
  if (file.machine == machine::x86_64) starts = x64_starts(file, table);
  if (file.machine == machine::arm64 || file.machine == machine::armnt) starts = arm_starts(file, table);
  std::ranges::sort(starts);
  const auto repeated = std::ranges::unique(starts);
  starts.erase(repeated.begin(), repeated.end());
  return starts;
}

std::string_view undecorated(std::string_view name) {
  if (name.empty() || name.front() == '?') return name;
  const std::size_t at = name.rfind('@');
  const bool has_size = at != std::string_view::npos && at != 0 && at + 1 < name.size() &&
                        name.find_first_not_of("0123456789", at + 1) == std::string_view::npos;
  std::string_view plain = has_size ? name.substr(0, at) : name;
  if (has_size && plain.size() > 1 && plain.ends_with('@')) return plain.substr(0, plain.size() - 1);
  const bool is_prefixed = plain.front() == '_' || (has_size && plain.front() == '@');
  if (is_prefixed && plain.size() > 1) plain.remove_prefix(1);
  return plain;
}

}  // namespace symkit::container::pe
