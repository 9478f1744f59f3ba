// Functions that a linker folded, if its debug map has only those that were kept: the symbol table still
// has the names of the others. Which object files they are from must be found out from those.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "files/container/macho_debug_map.h"

namespace symkit::companions {

// By name, with the address and size of the code that was kept for them.
using FoldedSymbols = std::unordered_multimap<std::string_view, container::macho::MappedFunction>;

FoldedSymbols folded_symbols(const container::Image& image,
                             std::span<const container::macho::MappedObject> map);

}  // namespace symkit::companions
