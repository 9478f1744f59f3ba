#include "symbols/symbol_table.h"

#include <algorithm>

namespace symkit::symbols {
namespace {

// A symbol by its offset; `end` is begin where nobody says how long it is.
struct PlacedSymbol {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string_view name;
  std::string_view source_file;
  bool in_code = false;
};

bool has_version(const PlacedSymbol& symbol) { return symbol.name.find('@') != std::string_view::npos; }

std::string_view plain_name(const container::Image& image, std::string_view name) {
  if (image.format() == container::Format::MachO && name.starts_with('_')) name.remove_prefix(1);
  return name;
}

// By address, then by size; of equals the last in the file stands last. Symbols below the text base are of
// no image.
std::vector<PlacedSymbol> placed_symbols(const container::Image& image, const debuginfo::CodeRanges& code,
                                         const std::vector<container::Symbol>& symbols) {
  std::vector<PlacedSymbol> found;
  for (const container::Symbol& symbol : symbols) {
    const std::string_view name = plain_name(image, symbol.name);
    if (symbol.address.value < code.text_base() || name.empty()) continue;
    const std::uint64_t begin = symbol.address.value - code.text_base();
    const auto range = code.clip(symbol.address.value, symbol.address.value + 1);
    const std::uint64_t end = begin + symbol.size < begin ? begin : begin + symbol.size;
    found.push_back({begin, end, name, symbol.source_file, symbol.in_code && range});
  }
  std::ranges::stable_sort(found, [](const PlacedSymbol& a, const PlacedSymbol& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.end < b.end;
  });
  return found;
}

// LLVM's notion of how far a symbol without a size reaches: ELF, to the next symbol, whatever lies between;
// Mach-O, to the end of a section too.
class Reach {
 public:
  Reach(const container::Image& image, const debuginfo::CodeRanges& code) {
    if (image.format() != container::Format::MachO) return;
    for (const container::Section& section : image.sections())
      section_ends_.push_back(section.address.value + section.size - code.text_base());
    std::ranges::sort(section_ends_);
  }
  std::uint64_t end_of(std::uint64_t begin, std::uint64_t next_symbol) const {
    const auto end = std::ranges::upper_bound(section_ends_, begin);
    return end == section_ends_.end() ? next_symbol : std::min(next_symbol, *end);
  }

 private:
  std::vector<std::uint64_t> section_ends_;
};

// LLVM names a local symbol's file where it knows no line.
index::DraftRow source_file_row(std::uint64_t address, const PlacedSymbol& symbol, index::Draft& draft) {
  const index::DraftPlace place{draft.file(symbol.source_file), 0};
  return {.address = address, .call = 0, .place = place, .atos_place = place};
}

void add_beyond(const index::SymbolSpan& span, const PlacedSymbol& symbol, const debuginfo::CodeRanges& code,
                index::Draft& draft) {
  auto first = std::ranges::upper_bound(code.all(), span.begin, {}, &debuginfo::CodeRange::end);
  for (; first != code.all().end() && first->begin < span.end; ++first) {
    const debuginfo::CodeRange& range = *first;
    const bool is_its_own = symbol.in_code && range.begin <= symbol.begin && symbol.begin < range.end;
    const std::uint64_t begin = std::max(range.begin, span.begin), end = std::min(range.end, span.end);
    if (is_its_own || begin >= end) continue;
    draft.begin_function(begin, end, 0, index::Source::Beyond, 0, 0);
    if (!symbol.source_file.empty()) draft.add_row(source_file_row(begin, symbol, draft));
    draft.end_function();
  }
}

Symbols spans_of(const std::vector<PlacedSymbol>& symbols, const Reach& reach,
                 const debuginfo::CodeRanges& code, index::Draft& draft, std::uint32_t draft_number) {
  Symbols all;
  std::vector<index::SymbolSpan>& spans = all.spans;
  const std::uint64_t code_end = code.all().empty() ? 0 : code.all().back().end;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const PlacedSymbol& symbol = symbols[i];
    const bool is_last = i + 1 == symbols.size();
    if (!is_last && symbols[i + 1].begin == symbol.begin) {
      if (symbol.in_code) all.aliases.push_back({symbol.begin, draft.name(symbol.name), draft_number});
      continue;
    }
    const std::uint64_t next = is_last ? code_end : symbols[i + 1].begin;
    const bool has_size = symbol.end != symbol.begin;
    const std::uint64_t end = has_size ? std::min(symbol.end, next) : reach.end_of(symbol.begin, next);
    const auto range = std::ranges::upper_bound(code.all(), symbol.begin, {}, &debuginfo::CodeRange::end);
    if (end <= symbol.begin || range == code.all().end() || range->begin >= end) continue;  // touches no code
    spans.push_back({symbol.begin, end, draft.name(symbol.name), draft_number});
    if (end > range->end || !symbol.in_code) add_beyond(spans.back(), symbol, code, draft);
  }
  return all;
}

// Where something begins after an address: a symbol without a size reaches no further.
class Beginnings {
 public:
  Beginnings(const std::vector<PlacedSymbol>& symbols, const std::vector<std::uint64_t>& starts)
      : all_(starts) {
    for (const PlacedSymbol& symbol : symbols) all_.push_back(symbol.begin);
    std::ranges::sort(all_);
  }
  std::uint64_t next_after(std::uint64_t address, std::uint64_t limit) const {
    const auto next = std::ranges::upper_bound(all_, address);
    return next == all_.end() ? limit : std::min(*next, limit);
  }

 private:
  std::vector<std::uint64_t> all_;
};

}  // namespace

Result<Symbols> gather_symbols(const container::Image& image, const debuginfo::CodeRanges& code,
                               index::Draft& draft, std::uint32_t draft_number) {
  const auto symbols = image.symbols();
  if (!symbols) return fail(symbols.error());
  const auto function_starts = image.function_starts();
  if (!function_starts) return fail(function_starts.error());
  std::vector<PlacedSymbol> placed = placed_symbols(image, code, *symbols);
  Symbols all = spans_of(placed, Reach(image, code), code, draft, draft_number);
  // Where a symbol is all there is, `memcpy` is a better name than `memcpy@@GLIBC_2.14`.
  std::erase_if(placed, [](const PlacedSymbol& symbol) { return !symbol.in_code; });
  std::ranges::stable_sort(placed, [](const PlacedSymbol& a, const PlacedSymbol& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    if (a.end != b.end) return a.end < b.end;
    return has_version(a) && !has_version(b);
  });
  std::vector<std::uint64_t> starts;
  for (const FileAddress start : *function_starts)
    if (const auto range = code.clip(start.value, start.value + 1)) starts.push_back(range->begin);

  const Beginnings beginnings(placed, starts);
  const auto add = [&](const PlacedSymbol& symbol, index::Source source, std::uint64_t order) {
    const std::uint64_t limit = code.clip(symbol.begin + code.text_base(), UINT64_MAX)->end;
    const bool has_size = symbol.end != symbol.begin;
    const std::uint64_t end =
        has_size ? std::min(symbol.end, limit) : beginnings.next_after(symbol.begin, limit);
    draft.begin_function(symbol.begin, end, draft.name(symbol.name), source, 0, order);
    if (!symbol.source_file.empty()) draft.add_row(source_file_row(symbol.begin, symbol, draft));
    draft.end_function();
  };
  for (std::size_t i = 0; i < placed.size(); ++i) add(placed[i], index::Source::SymbolTable, i);
  for (std::size_t i = 0; i < starts.size(); ++i)
    add({starts[i], starts[i], {}, {}, true}, index::Source::FunctionStart, i);
  return all;
}

}  // namespace symkit::symbols
