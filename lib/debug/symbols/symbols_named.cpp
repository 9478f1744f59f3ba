#include "debug/symbols/symbols_named.h"

#include <algorithm>

#include "debug/debuginfo/code_ranges.h"
#include "ground/base/characters.h"

namespace symkit::symbols {
namespace {

// Each is looked up.
constexpr std::size_t most_addresses = 64;

// Readable names of C++, Rust and Go are in debug information alone, and a version may be left out.
bool is_symbol(std::string_view name) {
  return !name.empty() && !name.contains(".abi0") &&
         std::ranges::all_of(name, [](char c) { return is_in_word(c) || c == '.' || c == '$'; });
}

}  // namespace

// Without symbols of local functions, debug information may still have these: they are stripped first.
Result<std::optional<std::vector<FileAddress>>> addresses_named(const container::Image& image,
                                                                std::string_view name, bool has_others,
                                                                AskedSymbols& symbols) {
  if (!is_symbol(name)) return std::nullopt;
  const auto named = symbols.named(name);
  if (!named) return fail(named.error());
  if (has_others && !named->has_local_functions) return std::nullopt;
  const debuginfo::CodeRanges code(image);
  std::vector<FileAddress> addresses;
  for (const container::Symbol& symbol : named->symbols) {
    if (symbol.address < image.text_base()) continue;
    const std::uint64_t begin = symbol.address.value, end = begin + symbol.size;
    const bool is_outside = std::ranges::none_of(
        code.all(), [&](const dwarf::Range& range) { return range.begin < end && begin < range.end; });
    if (is_outside && begin < end) continue;
    if (!symbol.in_code || is_outside) return std::nullopt;
    addresses.push_back(symbol.address);
  }
  std::ranges::sort(addresses);
  const auto twice = std::ranges::unique(addresses);
  addresses.erase(twice.begin(), twice.end());
  if (addresses.empty() || addresses.size() > most_addresses) return std::nullopt;
  return addresses;
}

}  // namespace symkit::symbols
