#include "companions/folded_symbols.h"

#include <cstdint>
#include <utility>

namespace symkit::companions {
namespace {

// What the map has at an address: the functions' size, and how often each name is to be met there.
struct Kept {
  std::uint64_t size = 0;
  std::vector<std::string_view> names;
};

// Takes one of them away; false where there is none.
bool take_name(Kept& kept, std::string_view name) {
  for (std::string_view& known : kept.names)
    if (known == name) {
      known = std::exchange(kept.names.back(), {});
      kept.names.pop_back();
      return true;
    }
  return false;
}

}  // namespace

FoldedSymbols folded_symbols(const container::Image& image,
                             std::span<const container::macho::MappedObject> map) {
  constexpr std::size_t most_names = 64;  // of the map, at one address
  std::unordered_map<std::uint64_t, Kept> by_address;
  for (const container::macho::MappedObject& object : map)
    for (const container::macho::MappedFunction& function : object.functions) {
      Kept& kept = by_address[function.address];
      if (kept.size == 0) kept.size = function.size;
      if (kept.names.size() < most_names) kept.names.push_back(function.name);
    }
  FoldedSymbols folded;
  if (by_address.empty()) return folded;
  const auto symbols = image.symbols();
  if (!symbols) return folded;
  for (const container::Symbol& symbol : *symbols) {
    const auto kept = by_address.find(symbol.address.value);
    if (!symbol.in_code || kept == by_address.end() || kept->second.size == 0) continue;
    if (!take_name(kept->second, symbol.name))
      folded.emplace(symbol.name,
                     container::macho::MappedFunction{symbol.name, kept->first, kept->second.size});
  }
  return folded;
}

}  // namespace symkit::companions
