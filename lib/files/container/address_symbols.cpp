#include "files/container/address_symbols.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace symkit::container {

void AddressSymbols::add(const Image& image) {
  const auto symbols = image.symbols();
  if (!symbols) return;
  is_sorted_ = false;
  for (const Symbol& one : *symbols) {
    if (one.section >= image.sections().size() || one.name.empty()) continue;
    const Section& section = image.sections()[one.section];
    // Marks that linkers put between data.
    if (one.size == 0 && !section.code) continue;
    const std::uint64_t end =
        one.size == 0 ? section.address.value + section.size : one.address.value + one.size;
    all_.push_back({one.address.value, end, one.binding != Binding::Local, image.plain_name(one.name)});
  }
}

std::optional<AddressSymbols::Found> AddressSymbols::at(std::uint64_t address) {
  if (!std::exchange(is_sorted_, true))
    std::ranges::stable_sort(all_, {}, [](const Named& one) { return std::tuple(one.begin, one.is_global); });
  const auto behind = std::ranges::upper_bound(all_, address, {}, &Named::begin);
  if (behind == all_.begin()) return std::nullopt;
  const Named& found = *std::prev(behind);
  if (address >= found.end) return std::nullopt;
  return Found{found.name, address - found.begin};
}

}  // namespace symkit::container
