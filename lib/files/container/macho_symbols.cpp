#include "files/container/macho_symbols.h"

#include "files/container/name_budget.h"
#include "files/container/string_table.h"

namespace symkit::container::macho {
namespace {

bool has_thumb(const MachoFile& file) { return file.cpu_type == cpu::arm; }

std::uint64_t without_thumb_bit(const MachoFile& file, std::uint64_t address) {
  return has_thumb(file) ? address & ~std::uint64_t{1} : address;
}

Binding binding_of(const SymbolRecord& record) {
  if ((record.type & symbol_type::external) == 0) return Binding::Local;
  return (record.description & symbol_type::weak_definition) != 0 ? Binding::Weak : Binding::Global;
}

// __mh_execute_header claims the first code section but precedes it: there is no code at it.
bool lies_in_code(const Section& section, std::uint64_t address) {
  return section.code && address - section.address.value < section.size;
}

Symbol make_symbol(const MachoFile& file, const SymbolRecord& record, std::string_view name,
                   const Section& section) {
  Symbol symbol;
  symbol.name = name;
  symbol.in_code = lies_in_code(section, record.value);
  symbol.address = {symbol.in_code ? without_thumb_bit(file, record.value) : record.value};
  symbol.kind = symbol.in_code ? SymbolKind::Function : SymbolKind::Data;
  symbol.binding = binding_of(record);
  symbol.section = record.section - 1U;
  return symbol;
}

}  // namespace

Result<std::vector<Symbol>> read_symbols(const MachoFile& file, const std::vector<Section>& sections) {
  std::vector<Symbol> symbols;
  NameBudget budget(file.strings.size() + file.symbols.size());
  const std::size_t count = file.symbols.size() / file.symbol_size();
  symbols.reserve(count);
  Cursor at(file.symbols, file.endian);
  for (std::size_t i = 0; i < count; ++i) {
    const SymbolRecord record = read_symbol(at, file.wide);
    if (!record.is_defined() || record.section > sections.size()) continue;
    const Section& section = sections[record.section - 1U];
    if (!section.allocated) continue;
    const std::string_view name = string_at(file.strings, record.name);
    if (!budget.allows(name))
      return fail("broken: the names of symbols overlap more than they could in a sound file");
    if (!name.empty()) symbols.push_back(make_symbol(file, record, name, section));
  }
  return symbols;
}

FileAddress text_base_of(const MachoFile& file) {
  const SegmentRecord* text = file.find_segment("__TEXT");
  return {text == nullptr ? 0 : text->address};
}

// Each number is the distance from the function before; 0 ends the table, followed by padding. The Thumb
// bit is part of the sum.
Result<std::vector<FileAddress>> read_function_starts(const MachoFile& file) {
  std::vector<FileAddress> starts;
  Cursor at(file.function_starts, file.endian);
  std::uint64_t address = text_base_of(file).value;
  while (!at.at_end()) {
    const std::uint64_t distance = at.uleb();
    if (at.failed()) return fail("broken: the table of function starts ends within a number");
    if (distance == 0) break;
    address += distance;
    starts.push_back({without_thumb_bit(file, address)});
  }
  return starts;
}

}  // namespace symkit::container::macho
