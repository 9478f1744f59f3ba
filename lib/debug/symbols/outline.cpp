#include "debug/symbols/outline.h"

#include <algorithm>
#include <compare>

#include "ground/base/large_memory.h"

namespace symkit::symbols {
namespace {

// Sorted in extent of the symbols, which are large.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t number = 0;  // of the symbol
  auto operator<=>(const Extent&) const = default;
};

std::vector<PlacedSymbol> placed_symbols(const container::Image& image, const debuginfo::CodeRanges& code,
                                         const std::vector<container::Symbol>& symbols) {
  std::vector<Extent> extents;
  reserve_large(extents, symbols.size());
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    const container::Symbol& symbol = symbols[i];
    const std::uint64_t begin = symbol.address.value;
    if (begin < image.text_base().value || image.plain_name(symbol.name).empty()) continue;
    extents.push_back({begin, begin + symbol.size < begin ? begin : begin + symbol.size, i});
  }
  std::ranges::sort(extents);
  std::vector<PlacedSymbol> found;
  reserve_large(found, extents.size());
  for (const Extent& extent : extents) {
    const container::Symbol& symbol = symbols[extent.number];
    const bool in_code = symbol.in_code && code.clip(extent.begin, extent.begin + 1);
    found.push_back({extent.begin, extent.end, image.plain_name(symbol.name), symbol.source_file, in_code});
  }
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
  std::vector<std::uint64_t>& beginnings = outline.beginnings_ = outline.starts_;
  if (!std::ranges::is_sorted(beginnings)) std::ranges::sort(beginnings);
  const auto starts_end = static_cast<std::ptrdiff_t>(beginnings.size());
  for (const PlacedSymbol& symbol : outline.symbols_)
    if (symbol.in_code) beginnings.push_back(symbol.begin);
  std::ranges::inplace_merge(beginnings, beginnings.begin() + starts_end);
  return outline;
}

std::uint64_t Outline::next_after(std::uint64_t address, std::uint64_t limit) const {
  const auto next = std::ranges::upper_bound(beginnings_, address);
  return next == beginnings_.end() ? limit : std::min(*next, limit);
}

}  // namespace symkit::symbols
