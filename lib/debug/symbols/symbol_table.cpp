// The symbol table, for code without debug information and for names that debug information does not
// have: a function for every symbol in code, and the symbol that LLVM would name at each address.
#include <algorithm>

#include "debug/symbols/source.h"

namespace symkit::symbols {
namespace {

bool has_version(const PlacedSymbol& symbol) { return symbol.name.find('@') != std::string_view::npos; }

// LLVM's rule for how far a symbol without a size reaches: in ELF, to the next symbol, whatever is
// between; in Mach-O, at most to the end of a section.
class Reach {
 public:
  explicit Reach(const container::Image& image) {
    if (image.format() != container::Format::MachO) return;
    for (const container::Section& section : image.sections())
      section_ends_.push_back(section.address.value + section.size);
    std::ranges::sort(section_ends_);
  }
  std::uint64_t end_of(std::uint64_t begin, std::uint64_t next_symbol) const {
    const auto end = std::ranges::upper_bound(section_ends_, begin);
    return end == section_ends_.end() ? next_symbol : std::min(next_symbol, *end);
  }

 private:
  std::vector<std::uint64_t> section_ends_;
};

// LLVM gives a local symbol's file if it has no line.
index::DraftRow source_file_row(std::uint64_t address, const PlacedSymbol& symbol, index::Draft& draft) {
  const index::DraftPlace place{draft.file(symbol.source_file), 0};
  return {.address = address, .call = 0, .place = place, .atos_place = place};
}

// If a span reaches into code outside its symbol's section, for example from the last label of .init over
// .plt, a function with Source::Beyond is added for it.
void add_beyond(dwarf::Range span, const PlacedSymbol& symbol, const debuginfo::CodeRanges& code,
                index::Draft& draft) {
  auto first = std::ranges::upper_bound(code.all(), span.begin, {}, &dwarf::Range::end);
  for (; first != code.all().end() && first->begin < span.end; ++first) {
    const dwarf::Range& range = *first;
    const bool is_its_own = symbol.in_code && range.begin <= symbol.begin && symbol.begin < range.end;
    const std::uint64_t begin = std::max(range.begin, span.begin), end = std::min(range.end, span.end);
    if (is_its_own || begin >= end) continue;
    draft.begin_function(begin, end, 0, index::Source::Beyond, 0, 0);
    if (!symbol.source_file.empty()) draft.add_row(source_file_row(begin, symbol, draft));
    draft.end_function();
  }
}

// The last symbol that begins at or before an address (of several that begin together, the largest),
// unless it ends before the address.
void add_spans(const std::vector<PlacedSymbol>& symbols, const Reach& reach,
               const debuginfo::CodeRanges& code, index::Draft& draft) {
  const std::uint64_t code_end = code.all().empty() ? 0 : code.all().back().end;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const PlacedSymbol& symbol = symbols[i];
    const bool is_last = i + 1 == symbols.size();
    if (!is_last && symbols[i + 1].begin == symbol.begin) {
      if (symbol.in_code) draft.add_alias(symbol.begin, draft.name(symbol.name));
      continue;
    }
    const std::uint64_t next = is_last ? code_end : symbols[i + 1].begin;
    const bool has_size = symbol.end != symbol.begin;
    const std::uint64_t end = has_size ? std::min(symbol.end, next) : reach.end_of(symbol.begin, next);
    const auto range = std::ranges::upper_bound(code.all(), symbol.begin, {}, &dwarf::Range::end);
    if (end <= symbol.begin || range == code.all().end() || range->begin >= end) continue;  // no code
    draft.add_symbol(symbol.begin, end, draft.name(symbol.name));
    if (end > range->end || !symbol.in_code) add_beyond({symbol.begin, end}, symbol, code, draft);
  }
}

// If there is only a symbol, `memcpy` is a better name than `memcpy@@GLIBC_2.14`.
bool comes_before(const PlacedSymbol* a, const PlacedSymbol* b) {
  if (a->begin != b->begin) return a->begin < b->begin;
  if (a->end != b->end) return a->end < b->end;
  return has_version(*a) && !has_version(*b);
}

void add_functions(const Outline& outline, const debuginfo::CodeRanges& code, index::Draft& draft) {
  std::vector<const PlacedSymbol*> symbols;
  for (const PlacedSymbol& symbol : outline.symbols())
    if (symbol.in_code) symbols.push_back(&symbol);
  std::ranges::stable_sort(symbols, comes_before);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const PlacedSymbol& symbol = *symbols[i];
    const std::uint64_t limit = code.clip(symbol.begin, UINT64_MAX)->end;
    const bool has_size = symbol.end != symbol.begin;
    const std::uint64_t end =
        has_size ? std::min(symbol.end, limit) : outline.next_after(symbol.begin, limit);
    draft.begin_function(symbol.begin, end, draft.name(symbol.name), index::Source::SymbolTable, 0, i);
    if (!symbol.source_file.empty()) draft.add_row(source_file_row(symbol.begin, symbol, draft));
    draft.end_function();
  }
}

class SymbolTable final : public Source {
  Result<void> gather(const Layout& layout, std::span<index::Draft> drafts) override {
    const Result<Outline>& outline = layout.outline();
    if (!outline) return fail(outline.error());
    index::Draft& draft = drafts.front();
    // Names in a PDB have no sizes: they would reach over the local functions after them.
    const auto database = layout.image().program_database();
    if (!database || *database == nullptr)
      add_spans(outline->symbols(), Reach(layout.image()), layout.code(), draft);
    add_functions(*outline, layout.code(), draft);
    return {};
  }
};

}  // namespace

std::unique_ptr<Source> symbol_table() { return std::make_unique<SymbolTable>(); }

}  // namespace symkit::symbols
