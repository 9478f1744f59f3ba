#include "symcore/symbol_names.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "files/container/image.h"
#include "ground/base/words.h"
#include "names/demangle/demangle.h"

namespace symkit::symcore {

namespace {

// The name that a compiler was given, without what it adds to those of copies and of static variables.
std::string_view declared_name(std::string_view name) {
  for (;;) {
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == name.size() || name[last] != '.' || last == 0)
      return name;
    name = name.substr(0, last);
    for (const std::string_view mark : {".constprop", ".isra", ".lto_priv"})
      if (name.ends_with(mark)) name.remove_suffix(mark.size());
    if (name.ends_with(".part") || name.ends_with(".cold")) return name;
  }
}

}  // namespace

std::string SymbolNames::at(std::uint64_t address) {
  const dumps::LoadedImage* const image = images_.find(address);
  if (image == nullptr) return {};
  const auto& symbols = of(*image);
  const std::uint64_t in_file = address - image->bias;
  const auto behind = std::ranges::upper_bound(symbols, in_file, {}, &Symbol::address);
  if (behind == symbols.begin()) return {};
  const Symbol& found = *std::prev(behind);
  if (in_file >= found.end) return {};
  const std::uint64_t offset = in_file - found.address;
  return say(demangle::demangle(declared_name(found.name)), offset == 0 ? "" : say('+', offset));
}

const std::vector<SymbolNames::Symbol>& SymbolNames::of(const dumps::LoadedImage& image) {
  const auto [known, is_new] = known_.try_emplace(&image);
  std::vector<Symbol>& symbols = known->second;
  if (!is_new) return symbols;
  for (const auto& file : image.files)
    for (const auto& build : file->images()) {
      const auto all = build->symbols();
      if (!all) continue;
      for (const container::Symbol& one : *all) {
        if (one.section >= build->sections().size() || one.name.empty()) continue;
        const container::Section& section = build->sections()[one.section];
        // Marks that linkers put between data.
        if (one.size == 0 && !section.code) continue;
        // One without a size goes on to the end of its section.
        const std::uint64_t end =
            one.size == 0 ? section.address.value + section.size : one.address.value + one.size;
        symbols.push_back(
            {one.address.value, end, one.binding != container::Binding::Local, build->plain_name(one.name)});
      }
    }
  std::ranges::stable_sort(symbols, {},
                           [](const Symbol& one) { return std::tuple(one.address, one.is_global); });
  return symbols;
}

}  // namespace symkit::symcore
