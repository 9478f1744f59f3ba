#include "debug/companions/objects_at.h"

#include "debug/debuginfo/narrow.h"

namespace symkit::companions {
namespace {

using container::macho::MappedFunction;

// Where its code may be in the image. Without a size it reaches to the next one, or further.
dwarf::Range reach_of(const MappedFunction& function) {
  const std::uint64_t end = function.address + function.size;
  return {function.address, function.size == 0 || end < function.address ? UINT64_MAX : end};
}

}  // namespace

std::optional<std::vector<std::size_t>> objects_at(std::span<const container::macho::MappedObject> map,
                                                   const FoldedSymbols& folded, std::uint64_t address,
                                                   dwarf::Range& range) {
  const auto is_in = [&](const MappedFunction& function) {
    return debuginfo::narrow(range, address, reach_of(function));
  };
  for (const auto& [name, function] : folded)
    if (is_in(function)) return std::nullopt;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < map.size(); ++i) {
    bool is_here = false;
    for (const MappedFunction& function : map[i].functions) is_here = is_in(function) || is_here;
    if (is_here) found.push_back(i);
  }
  return found;
}

}  // namespace symkit::companions
