// Collects the functions that were folded into others, after all units have been read: only then is it
// known what each was folded into. Costs nothing if no unit has lines without a function.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "debug/debuginfo/units.h"
#include "debug/symbols/layout.h"
#include "debug/symbols/unit_gatherer.h"

namespace symkit::symbols {

using UnitGatherers = std::vector<std::unique_ptr<UnitGatherer>>;

// Adds to the drafts, one for each gatherer. Names in the drafts belong to the result, which must outlive
// them.
UnitGatherers gather_folded(const Layout& layout, debuginfo::Units& units, const UnitGatherers& gatherers,
                            std::span<index::Draft> drafts);

}  // namespace symkit::symbols
