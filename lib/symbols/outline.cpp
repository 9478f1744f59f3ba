#include "symbols/outline.h"

#include <algorithm>

namespace symkit::symbols {
namespace {

std::vector<PlacedSymbol> placed_symbols(const container::Image& image, const debuginfo::CodeRanges& code,
                                         const std::vector<container::Symbol>& symbols) {
  std::vector<PlacedSymbol> found;
  for (const container::Symbol& symbol : symbols) {
    const std::string_view name = image.plain_name(symbol.name);
    const std::uint64_t begin = symbol.address.value;
    if (begin < image.text_base().value || name.empty()) continue;
    const auto range = code.clip(begin, begin + 1);
    const std::uint64_t end = begin + symbol.size < begin ? begin : begin + symbol.size;
    found.push_back({begin, end, name, symbol.source_file, symbol.in_code && range});
  }
  std::ranges::stable_sort(found, [](const PlacedSymbol& a, const PlacedSymbol& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.end < b.end;
  });
  return found;
}

}  // namespace

Result<Outline> Outline::of(const container::Image& image, const debuginfo::CodeRanges& code) {
  const auto symbols = image.symbols();
  if (!symbols) return fail(symbols.error());
  const auto starts = image.function_starts();
  if (!starts) return fail(starts.error());
  Outline outline;
  outline.symbols_ = placed_symbols(image, code, *symbols);
  for (const FileAddress start : *starts)
    if (code.clip(start.value, start.value + 1)) outline.starts_.push_back(start.value);
  outline.beginnings_ = outline.starts_;
  for (const PlacedSymbol& symbol : outline.symbols_)
    if (symbol.in_code) outline.beginnings_.push_back(symbol.begin);
  std::ranges::sort(outline.beginnings_);
  return outline;
}

std::uint64_t Outline::next_after(std::uint64_t address, std::uint64_t limit) const {
  const auto next = std::ranges::upper_bound(beginnings_, address);
  return next == beginnings_.end() ? limit : std::min(*next, limit);
}

}  // namespace symkit::symbols
