// Which object files may have code at an address of the image, by its debug map alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "debug/companions/folded_symbols.h"
#include "files/container/macho_debug_map.h"
#include "files/dwarf/sections.h"

namespace symkit::companions {

// Their numbers in the map; narrows `range`, which contains the address, to where they are the same.
// Nothing: a function is folded there, and which object files had it, only their own symbols tell.
std::optional<std::vector<std::size_t>> objects_at(std::span<const container::macho::MappedObject> map,
                                                   const FoldedSymbols& folded, std::uint64_t address,
                                                   dwarf::Range& range);

}  // namespace symkit::companions
