#include "symcore/symbol_names.h"

#include <cstddef>
#include <string_view>

#include "ground/base/words.h"
#include "names/demangle/demangle.h"

namespace symkit::symcore {
namespace {

// The name that a compiler was given, without what it adds to those of copies and of static variables, and
// without the version that a linker adds.
std::string_view declared_name(std::string_view name) {
  name = name.substr(0, name.find('@'));
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
  const auto found = of(*image).at(address - image->bias);
  return found ? text_of(*found) : std::string();
}

std::string SymbolNames::text_of(const container::AddressSymbols::Found& found) {
  return say(demangle::demangle(declared_name(found.name)),
             found.distance == 0 ? "" : say('+', found.distance));
}

container::AddressSymbols& SymbolNames::of(const dumps::LoadedImage& image) {
  const auto [known, is_new] = known_.try_emplace(&image);
  if (is_new)
    for (const auto& file : image.files)
      for (const auto& build : file->images()) known->second.add(*build);
  return known->second;
}

}  // namespace symkit::symcore
