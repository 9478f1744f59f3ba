#include "symbols/symbol_table.h"

#include <algorithm>

namespace symkit::symbols {
namespace {

using container::Symbol;
using container::SymbolKind;

// A symbol in code; `end` is begin where nobody says how long it is.
struct CodeSymbol {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string_view name;
  bool is_function = false;
};

bool has_version(const CodeSymbol& symbol) { return symbol.name.find('@') != std::string_view::npos; }

std::string_view plain_name(const container::Image& image, std::string_view name) {
  if (image.format() == container::Format::MachO && name.starts_with('_')) name.remove_prefix(1);
  return name;
}

// In the order in which the last at an address is the one to show.
std::vector<CodeSymbol> symbols_in_code(const container::Image& image, const CodeRanges& code,
                                        const std::vector<Symbol>& symbols) {
  std::vector<CodeSymbol> found;
  for (const Symbol& symbol : symbols) {
    const std::uint64_t address = symbol.address.value;
    const auto range = code.clip(address, address + std::max<std::uint64_t>(symbol.size, 1));
    const std::string_view name = plain_name(image, symbol.name);
    if (!range || name.empty() || !symbol.in_code) continue;
    found.push_back({range->begin, symbol.size == 0 ? range->begin : range->end, name, symbol.kind != SymbolKind::Data});
  }
  std::ranges::stable_sort(found, [](const CodeSymbol& a, const CodeSymbol& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    if (a.end != b.end) return a.end < b.end;
    return has_version(a) && !has_version(b);
  });
  return found;
}

std::vector<index::SymbolSpan> spans_of(const std::vector<CodeSymbol>& symbols, const CodeRanges& code,
                                        index::Draft& draft, std::uint32_t draft_number) {
  std::vector<index::SymbolSpan> spans;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const CodeSymbol& symbol = symbols[i];
    const bool last_here = i + 1 == symbols.size() || symbols[i + 1].begin != symbol.begin;
    if (!last_here) continue;
    std::uint64_t end = symbol.end;
    if (end == symbol.begin) end = code.clip(symbol.begin + code.text_base(), UINT64_MAX)->end;
    if (i + 1 < symbols.size()) end = std::min(end, symbols[i + 1].begin);
    spans.push_back({symbol.begin, end, draft.name(symbol.name), draft_number});
  }
  return spans;
}

// Where something begins after an address: a symbol without a size reaches no further.
class Beginnings {
 public:
  Beginnings(const std::vector<CodeSymbol>& symbols, const std::vector<std::uint64_t>& starts) : all_(starts) {
    for (const CodeSymbol& symbol : symbols) all_.push_back(symbol.begin);
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

Result<std::vector<index::SymbolSpan>> gather_symbols(const container::Image& image, const CodeRanges& code,
                                                      index::Draft& draft, std::uint32_t draft_number) {
  const auto symbols = image.symbols();
  if (!symbols) return fail(symbols.error());
  const auto function_starts = image.function_starts();
  if (!function_starts) return fail(function_starts.error());
  const std::vector<CodeSymbol> in_code = symbols_in_code(image, code, *symbols);
  std::vector<std::uint64_t> starts;
  for (const FileAddress start : *function_starts)
    if (const auto range = code.clip(start.value, start.value + 1)) starts.push_back(range->begin);

  const Beginnings beginnings(in_code, starts);
  const auto add = [&](std::uint64_t begin, std::uint64_t end, index::NameKey name, index::Source source,
                       std::uint64_t order) {
    const std::uint64_t limit = code.clip(begin + code.text_base(), UINT64_MAX)->end;
    if (end == begin) end = beginnings.next_after(begin, limit);
    draft.begin_function(begin, end, name, source, 0, order);
    draft.end_function();
  };
  for (std::size_t i = 0; i < in_code.size(); ++i)
    add(in_code[i].begin, in_code[i].end, draft.name(in_code[i].name), index::Source::SymbolTable, i);
  for (std::size_t i = 0; i < starts.size(); ++i) add(starts[i], starts[i], 0, index::Source::FunctionStart, i);
  return spans_of(in_code, code, draft, draft_number);
}

}  // namespace symkit::symbols
