#include "files/container/elf_symbols.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include "files/container/elf_descriptors.h"
#include "files/container/elf_identity.h"
#include "files/container/elf_sections.h"
#include "files/container/elf_segments.h"
#include "files/container/name_budget.h"
#include "files/container/nearby_symbols.h"
#include "files/container/string_table.h"
#include "ground/base/function_name.h"
#include "ground/base/words.h"

namespace symkit::container::elf {
namespace {

bool is_function(const ElfFile& file, unsigned type) {
  return type == symbol_type::function || type == symbol_type::indirect_function ||
         (type == symbol_type::thumb_function && file.machine == machine::arm);
}

// Whether the addresses of functions have a bit for Thumb or microMIPS.
bool has_marked_code(const ElfFile& file) {
  return file.machine == machine::arm || file.machine == machine::mips;
}

SymbolKind kind_of(const ElfFile& file, unsigned type) {
  if (type == symbol_type::indirect_function) return SymbolKind::IndirectFunction;
  if (is_function(file, type)) return SymbolKind::Function;
  if (type == symbol_type::object || type == symbol_type::common) return SymbolKind::Data;
  return SymbolKind::Unspecified;
}

Binding binding_of(unsigned binding) {
  if (binding == symbol_binding::local) return Binding::Local;
  return binding == symbol_binding::weak ? Binding::Weak : Binding::Global;
}

// Thread-local symbols have offsets into a thread's block, not addresses.
bool is_of_interest(const SymbolRecord& symbol) {
  const unsigned type = symbol.type();
  return symbol.name != 0 && type != symbol_type::section && type != symbol_type::file &&
         type != symbol_type::thread_local_storage;
}

std::optional<std::size_t> find_table(const ElfFile& file) {
  for (const std::uint32_t type : {section_type::symbol_table, section_type::dynamic_symbols}) {
    const auto found = std::ranges::find(file.sections, type, &SectionHeader::type);
    if (found != file.sections.end()) return static_cast<std::size_t>(found - file.sections.begin());
  }
  return std::nullopt;
}

Bytes section_indexes_for(const ElfFile& file, std::size_t table) {
  for (const SectionHeader& header : file.sections)
    if (header.type == section_type::symbol_section_indexes && header.link == table)
      return file.data_of(header);
  return {};
}

std::optional<std::uint32_t> loaded_section_of(const ElfFile& file, const SymbolTable& table, std::size_t i,
                                               const SymbolRecord& record,
                                               const std::vector<Section>& sections) {
  if (record.section >= section_index::reserved && record.section != section_index::extended)
    return std::nullopt;
  const std::uint32_t index = section_of(file, table, i, record);
  if (index == section_index::undefined || index >= sections.size()) return std::nullopt;
  if (!sections[index].allocated) return std::nullopt;
  return index;
}

Symbol make_symbol(const ElfFile& file, const SymbolRecord& record, std::string_view name,
                   const std::vector<Section>& sections, std::uint32_t index) {
  const Section& section = sections[index];
  Symbol symbol;
  symbol.name = name;
  symbol.address = {code_address(file, record)};
  if (file.is_object()) symbol.address.value += section.address.value;
  symbol.size = record.size;
  symbol.kind = kind_of(file, record.type());
  symbol.binding = binding_of(record.binding());
  symbol.in_code = section.code;
  symbol.section = index;
  return symbol;
}

}  // namespace

bool is_mapping_symbol(const ElfFile& file, const SymbolRecord& symbol, std::string_view name) {
  if (file.machine == machine::riscv && name == ".L0 ") return true;
  if (name.size() < 2 || name[0] != '$' || symbol.type() != symbol_type::none) return false;
  const bool ends = name.size() == 2 || name[2] == '.';
  switch (file.machine) {
    case machine::arm: return ends && (name[1] == 'a' || name[1] == 't' || name[1] == 'd');
    case machine::aarch64: return ends && (name[1] == 'x' || name[1] == 'd');
    case machine::riscv: return (ends && (name[1] == 'x' || name[1] == 'd')) || name.starts_with("$xrv");
    default: return false;
  }
}

std::uint64_t code_address(const ElfFile& file, const SymbolRecord& symbol) {
  return has_marked_code(file) && is_function(file, symbol.type()) ? symbol.value & ~std::uint64_t{1}
                                                                   : symbol.value;
}

Result<SymbolTable> symbol_table(const ElfFile& file, std::size_t index) {
  if (index >= file.sections.size()) return fail(say("broken: there is no symbol table in section ", index));
  const SectionHeader& header = file.sections[index];
  if (header.type != section_type::symbol_table && header.type != section_type::dynamic_symbols)
    return fail(say("broken: section ", index, " is not a symbol table"));
  if (header.entry_size != 0 && header.entry_size != file.symbol_size())
    return fail(say("broken: entries of the symbol table have ", header.entry_size, " bytes"));
  SymbolTable table;
  table.records = file.data_of(header);
  table.count = table.records.size() / file.symbol_size();
  if (header.link < file.sections.size())
    table.names = up_to_last_nul(file.data_of(file.sections[header.link]));
  table.section_indexes = section_indexes_for(file, index);
  return table;
}

std::uint32_t section_of(const ElfFile& file, const SymbolTable& table, std::size_t i,
                         const SymbolRecord& symbol) {
  if (!file.has_section_table && symbol.section != section_index::undefined)
    return section_at(file, code_address(file, symbol));
  if (symbol.section != section_index::extended) return symbol.section;
  Cursor at(slice(table.section_indexes, i * 4, 4), file.endian);
  return at.u32();
}

namespace {

// The records of a table with little work for each: nearly all of them are about other addresses.
class Records {
 public:
  Records(const ElfFile& file, const SymbolTable& table)
      : file_(file),
        table_(table),
        swaps_((file.endian == Endian::Little) != (std::endian::native == std::endian::little)) {}

  std::uint64_t value(std::size_t number) const { return word(number, file_.wide ? 8 : 4); }
  std::uint64_t size(std::size_t number) const { return word(number, file_.wide ? 16 : 8); }
  std::uint32_t name(std::size_t number) const { return number_at<std::uint32_t>(record(number)); }
  bool is_local_function(std::size_t number) const {
    const unsigned info = record(number)[file_.wide ? 4 : 12];
    return info == (symbol_binding::local << 4U | symbol_type::function);
  }
  SymbolRecord whole(std::size_t number) const {
    Cursor at(table_.records, file_.endian, number * file_.symbol_size());
    return read_symbol(at, file_.wide);
  }

 private:
  const std::uint8_t* record(std::size_t number) const {
    return table_.records.data() + number * file_.symbol_size();
  }
  std::uint64_t word(std::size_t number, std::size_t offset) const {
    const std::uint8_t* const at = record(number) + offset;
    if (file_.wide) return number_at<std::uint64_t>(at);
    return number_at<std::uint32_t>(at);
  }
  template <class Number>
  Number number_at(const std::uint8_t* at) const {
    Number number;
    std::memcpy(&number, at, sizeof(number));
    return swaps_ ? std::byteswap(number) : number;
  }

  const ElfFile& file_;
  const SymbolTable& table_;
  bool swaps_;
};

// The names of the files that local symbols follow, for symbols in the order of the table.
class SourceFiles {
 public:
  SourceFiles(const SymbolTable& table, const Records& records) : table_(table), records_(records) {}

  std::string_view before(std::size_t number) {
    for (std::size_t i = number; i > searched_; --i) {
      const SymbolRecord record = records_.whole(i - 1);
      if (record.type() != symbol_type::file) continue;
      name_ = string_at(table_.names, record.name);
      break;
    }
    searched_ = number;
    return name_;
  }

 private:
  const SymbolTable& table_;
  const Records& records_;
  std::size_t searched_ = 0;
  std::string_view name_;
};

Error too_long_names() {
  return {"broken: the names of symbols overlap more than they could in a sound file"};
}

// The section of the symbol that symbols() gives for the record, if it does, without reading all of its
// name.
std::optional<std::uint32_t> section_if_named(const ElfFile& file, const SymbolTable& table,
                                              std::size_t number, const SymbolRecord& record,
                                              const std::vector<Section>& sections) {
  if (!is_of_interest(record) || record.name >= table.names.size() || table.names[record.name] == 0)
    return std::nullopt;
  constexpr std::size_t longest_mark = 16;
  const std::string_view begin = as_text(table.names).substr(record.name, longest_mark);
  if (is_mapping_symbol(file, record, begin.substr(0, begin.find('\0')))) return std::nullopt;
  return loaded_section_of(file, table, number, record, sections);
}

// Nothing if the record is of no symbol that symbols() gives; without its source file.
std::optional<Symbol> symbol_of(const ElfFile& file, const SymbolTable& table, std::size_t number,
                                const SymbolRecord& record, const std::vector<Section>& sections) {
  const auto section = loaded_section_of(file, table, number, record, sections);
  if (!section || !is_of_interest(record)) return std::nullopt;
  const std::string_view name = string_at(table.names, record.name);
  if (name.empty() || is_mapping_symbol(file, record, name)) return std::nullopt;
  return make_symbol(file, record, name, sections, *section);
}

}  // namespace

Result<std::vector<Symbol>> read_symbols(const ElfFile& file, const std::vector<Section>& sections) {
  std::vector<Symbol> symbols;
  const auto found = find_table(file);
  if (!found) return symbols;
  const auto table = symbol_table(file, *found);
  if (!table) return std::unexpected(table.error());
  NameBudget budget(table->names.size() + table->records.size());
  Cursor at(table->records, file.endian);
  symbols.reserve(table->count);
  const FunctionDescriptors descriptors(file, sections);
  std::string_view source_file;  // local symbols follow the name of their file
  for (std::size_t i = 0; i < table->count; ++i) {
    const SymbolRecord record = read_symbol(at, file.wide);
    const bool is_file = record.type() == symbol_type::file;
    if (is_file) source_file = string_at(table->names, record.name);
    auto symbol = is_file ? std::nullopt : symbol_of(file, *table, i, record, sections);
    if (!budget.allows(is_file ? source_file : symbol ? symbol->name : std::string_view()))
      return fail(too_long_names());
    if (!symbol) continue;
    descriptors.resolve(*symbol);
    if (symbol->binding == Binding::Local) symbol->source_file = source_file;
    symbols.push_back(*symbol);
  }
  return symbols;
}

Result<std::optional<Image::Nearby>> read_symbols_near(const ElfFile& file,
                                                       const std::vector<Section>& sections,
                                                       FileAddress first, FileAddress last) {
  const auto found = find_table(file);
  if (!found) return Image::Nearby();
  if (file.is_object() || FunctionDescriptors(file, sections).are_used()) return std::nullopt;
  const auto table = symbol_table(file, *found);
  if (!table) return std::unexpected(table.error());
  const std::uint64_t text_base = text_base_of(file).value;
  NameBudget budget(table->names.size() + table->records.size());
  NearbySymbols near(first, last);
  const Records records(file, *table);
  const std::uint64_t marks = has_marked_code(file) ? 1 : 0;
  struct Candidate {
    std::uint32_t number;
    std::uint32_t section;
  };
  std::vector<Candidate> candidates;  // as far as is known when they are met
  for (std::uint32_t i = 0; i < table->count; ++i) {
    const std::uint64_t value = records.value(i), size = records.size(i);
    if (!near.may_be_one(value, size) && (marks == 0 || !near.may_be_one(value & ~marks, size))) continue;
    if (value < text_base) continue;
    const SymbolRecord record = records.whole(i);
    const auto section = section_if_named(file, *table, i, record, sections);
    if (!section) continue;
    candidates.push_back({i, *section});
    near.note(code_address(file, record), sections[*section].code);
  }
  Image::Nearby nearby{.symbols = {}, .begin = {near.begin()}, .end = {near.end()}};
  SourceFiles source_files(*table, records);
  for (const Candidate& candidate : candidates) {
    const SymbolRecord record = records.whole(candidate.number);
    if (!near.is_one(code_address(file, record), record.size)) continue;
    Symbol symbol =
        make_symbol(file, record, string_at(table->names, record.name), sections, candidate.section);
    if (!budget.allows(symbol.name)) return fail(too_long_names());
    if (symbol.binding == Binding::Local) symbol.source_file = source_files.before(candidate.number);
    nearby.symbols.push_back(symbol);
  }
  return nearby;
}

namespace {

constexpr std::size_t most_of_one_name = 1024;

// Where the names stand that are this one or a version of it, ascending: a symbol's name may be the end of
// another's. Not more than most_of_one_name.
std::vector<std::uint32_t> places_of(std::string_view name, Bytes table) {
  constexpr std::size_t longest_version = std::string_view(".abi0").size() + 1;  // with the end of the name
  std::vector<std::uint32_t> places;
  const std::string_view names = as_text(table);
  for (std::size_t at = 0; at < names.size() && places.size() < most_of_one_name; ++at) {
    const void* const found = ::memmem(names.data() + at, names.size() - at, name.data(), name.size());
    if (found == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(found) - names.data());
    const std::string_view here = names.substr(at, name.size() + longest_version);
    if (is_named_or_version(here.substr(0, here.find('\0')), name))
      places.push_back(static_cast<std::uint32_t>(at));
  }
  return places;
}

}  // namespace

Result<std::optional<Image::Named>> read_symbols_named(const ElfFile& file,
                                                       const std::vector<Section>& sections,
                                                       std::string_view name) {
  const auto found = find_table(file);
  if (!found || name.empty() || file.is_object() || FunctionDescriptors(file, sections).are_used())
    return std::nullopt;
  const auto table = symbol_table(file, *found);
  if (!table) return std::unexpected(table.error());
  const std::vector<std::uint32_t> places = places_of(name, table->names);
  if (places.size() == most_of_one_name) return std::nullopt;
  Image::Named named;
  if (places.empty()) return named;
  const std::uint32_t first = places.front(), reach = places.back() - first;
  const Records records(file, *table);
  SourceFiles source_files(*table, records);
  for (std::size_t i = 0; i < table->count; ++i) {
    named.has_local_functions = named.has_local_functions || records.is_local_function(i);
    if (records.name(i) - first > reach || !std::ranges::binary_search(places, records.name(i))) continue;
    auto symbol = symbol_of(file, *table, i, records.whole(i), sections);
    if (!symbol) continue;
    if (symbol->binding == Binding::Local) symbol->source_file = source_files.before(i);
    named.symbols.push_back(*symbol);
    if (named.symbols.size() == most_of_one_name) return std::nullopt;
  }
  return named;
}

bool has_whole_table(const ElfFile& file) {
  return std::ranges::any_of(file.sections, [](const SectionHeader& header) {
    return header.type == section_type::symbol_table && header.has_data();
  });
}

// Its sections are ours without content, but may have other numbers, so they are matched by address.
void append_symbols_of(const ElfFile& mini, const std::vector<Section>& sections,
                       std::vector<Symbol>& symbols) {
  const auto its_sections = make_sections(mini);
  auto more = its_sections ? read_symbols(mini, *its_sections) : fail(its_sections.error());
  if (!more) return;
  std::vector<const Section*> ours;
  for (const Section& section : sections)
    if (section.allocated && section.size != 0) ours.push_back(&section);
  const auto begin = [](const Section* section) { return section->address.value; };
  std::ranges::stable_sort(ours, {}, begin);
  std::set<std::pair<std::uint64_t, std::string_view>> known;
  for (const Symbol& symbol : symbols) known.emplace(symbol.address.value, symbol.name);
  for (Symbol& symbol : *more) {
    const auto after = std::ranges::upper_bound(ours, symbol.address.value, {}, begin);
    if (after == ours.begin()) continue;
    const Section& section = **std::prev(after);
    const bool is_inside = symbol.address.value - section.address.value < section.size;
    if (!is_inside || !known.emplace(symbol.address.value, symbol.name).second) continue;
    symbol.section = static_cast<std::uint32_t>(&section - sections.data());
    symbol.in_code = section.code;
    symbols.push_back(symbol);
  }
}

}  // namespace symkit::container::elf
