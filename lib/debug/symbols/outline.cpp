#include "debug/symbols/outline.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <utility>

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

Result<std::vector<std::uint64_t>> starts_in_code(const container::Image& image,
                                                  const debuginfo::CodeRanges& code) {
  const auto all = image.function_starts();
  if (!all) return fail(all.error());
  std::vector<std::uint64_t> starts;
  for (const FileAddress start : *all)
    if (code.clip(start.value, start.value + 1)) starts.push_back(start.value);
  return starts;
}

// Those from the nearest at or before `first` to the nearest after `last`.
std::vector<std::uint64_t> starts_near(const std::vector<std::uint64_t>& starts, std::uint64_t first,
                                       std::uint64_t last, dwarf::Range& range) {
  for (const std::uint64_t start : starts) {
    if (start <= first) range.begin = std::max(range.begin, start);
    if (start > last) range.end = std::min(range.end, start);
  }
  std::vector<std::uint64_t> near;
  std::ranges::copy_if(starts, std::back_inserter(near),
                       [&](std::uint64_t start) { return range.begin <= start && start <= range.end; });
  return near;
}

}  // namespace

Outline::Outline(std::vector<PlacedSymbol> symbols, std::vector<std::uint64_t> starts)
    : symbols_(std::move(symbols)), starts_(std::move(starts)), beginnings_(starts_) {
  if (!std::ranges::is_sorted(beginnings_)) std::ranges::sort(beginnings_);
  const auto starts_end = static_cast<std::ptrdiff_t>(beginnings_.size());
  for (const PlacedSymbol& symbol : symbols_)
    if (symbol.in_code) beginnings_.push_back(symbol.begin);
  std::ranges::inplace_merge(beginnings_, beginnings_.begin() + starts_end);
}

Result<Outline> Outline::of(const container::Image& image, const debuginfo::CodeRanges& code) {
  const auto symbols = image.symbols();
  if (!symbols) return fail(symbols.error());
  auto starts = starts_in_code(image, code);
  if (!starts) return fail(starts.error());
  return Outline(placed_symbols(image, code, *symbols), std::move(*starts));
}

Result<Outline> Outline::near(const container::Image& image, const debuginfo::CodeRanges& code,
                              FileAddress first, FileAddress last, Said& said, dwarf::Range& range) {
  const auto symbols = said.symbols.near(first, last);
  if (!symbols) return fail(symbols.error());
  if (!said.starts) {
    auto starts = starts_in_code(image, code);
    if (!starts) return fail(starts.error());
    said.starts = std::move(*starts);
  }
  range.begin = std::max(range.begin, symbols->begin.value);
  range.end = std::min(range.end, symbols->end.value);
  return Outline(placed_symbols(image, code, symbols->symbols),
                 starts_near(*said.starts, first.value, last.value, range));
}

std::uint64_t Outline::next_after(std::uint64_t address, std::uint64_t limit) const {
  const auto next = std::ranges::upper_bound(beginnings_, address);
  return next == beginnings_.end() ? limit : std::min(*next, limit);
}

}  // namespace symkit::symbols
