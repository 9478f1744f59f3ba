// The DWARF of the object files that an image was linked from, if it is still in them (Mach-O's debug
// map): each is read as it is, and the results are moved to where the linker put the code.
#pragma once

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "debug/debuginfo/linked_objects.h"
#include "debug/symbols/folded_functions.h"
#include "debug/symbols/layout.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// Names that are in no file and must live until the index is written.
using ComposedNames = std::vector<std::unordered_set<std::string>>;

// If several units claim an address, the first in the map counts: each file has this many unit numbers.
constexpr std::uint64_t units_in_object = std::uint64_t{1} << 40;

// Uses as many workers as there are drafts.
ComposedNames gather_objects(const Layout& layout, debuginfo::LinkedObjects& objects,
                             std::span<index::Draft> drafts);

// The same for the layout's address alone, from the object files that were found for it.
UnitGatherers gather_near_in_objects(const Layout& layout, index::Draft& draft);

}  // namespace symkit::symbols
