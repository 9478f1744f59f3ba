// The DWARF of the object files that an image was linked from, where it stayed in them (Mach-O's debug map):
// each is read as it is, and what is found goes to where the linker put it.
#pragma once

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "debug/debuginfo/linked_objects.h"
#include "debug/symbols/layout.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// Names that are in no file and are to stay until the index is written.
using ComposedNames = std::vector<std::unordered_set<std::string>>;

// Of all units the first in the map counts where two claim an address: so many numbers each file has for its.
constexpr std::uint64_t units_in_object = std::uint64_t{1} << 40;

// Gathers with as many workers as there are drafts.
ComposedNames gather_objects(const Layout& layout, debuginfo::LinkedObjects& objects,
                             std::span<index::Draft> drafts);

}  // namespace symkit::symbols
