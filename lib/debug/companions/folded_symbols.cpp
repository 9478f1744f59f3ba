#include "debug/companions/folded_symbols.h"

#include <algorithm>
#include <cstdint>

namespace symkit::companions {
namespace {

using container::macho::MappedFunction;
using container::macho::MappedObject;

// A function in the map at an address.
struct Kept {
  std::uint64_t address = 0;
  const MappedFunction* function = nullptr;
  bool is_taken = false;  // the symbol table has a name for it
};

// The functions of a map by address, for lookups that usually come in ascending order.
class KeptFunctions {
 public:
  explicit KeptFunctions(std::span<const MappedObject> map) {
    std::size_t count = 0;
    for (const MappedObject& object : map) count += object.functions.size();
    all_.reserve(count);
    for (const MappedObject& object : map)
      for (const MappedFunction& function : object.functions) all_.push_back({function.address, &function});
    // The functions of each object file are usually in order.
    if (!std::ranges::is_sorted(all_, {}, &Kept::address)) std::ranges::stable_sort(all_, {}, &Kept::address);
  }

  bool is_empty() const { return all_.empty(); }

  // Only the first ones if there are very many.
  std::span<Kept> at(std::uint64_t address) {
    constexpr std::size_t most = 64;
    if (!begins(next_, address))
      next_ = static_cast<std::size_t>(std::ranges::lower_bound(all_, address, {}, &Kept::address) -
                                       all_.begin());
    const std::size_t first = next_;
    while (next_ < all_.size() && next_ - first < most && all_[next_].address == address) ++next_;
    return std::span(all_).subspan(first, next_ - first);
  }

 private:
  // Whether the first function at an address is at this position.
  bool begins(std::size_t place, std::uint64_t address) const {
    return place < all_.size() && all_[place].address == address &&
           (place == 0 || all_[place - 1].address != address);
  }

  std::vector<Kept> all_;
  std::size_t next_ = 0;  // after the last result
};

std::uint64_t size_of(std::span<const Kept> kept) {
  const auto told = std::ranges::find_if(kept, [](const Kept& one) { return one.function->size != 0; });
  return told == kept.end() ? 0 : told->function->size;
}

// Marks one with this name as used; false if there is none.
bool take_name(std::span<Kept> kept, std::string_view name) {
  for (Kept& one : kept)
    if (!one.is_taken && one.function->name == name) return one.is_taken = true;
  return false;
}

}  // namespace

FoldedSymbols folded_symbols(const container::Image& image, std::span<const MappedObject> map) {
  FoldedSymbols folded;
  KeptFunctions functions(map);
  if (functions.is_empty()) return folded;
  const auto symbols = image.symbols();
  if (!symbols) return folded;
  for (const container::Symbol& symbol : *symbols) {
    if (!symbol.in_code) continue;
    const std::uint64_t address = symbol.address.value;
    const std::span<Kept> kept = functions.at(address);
    if (kept.empty() || take_name(kept, symbol.name)) continue;
    if (const std::uint64_t size = size_of(kept); size != 0)
      folded.emplace(symbol.name, MappedFunction{symbol.name, address, size});
  }
  return folded;
}

}  // namespace symkit::companions
