// Decides which function an address belongs to if several claim it.
#pragma once

#include <span>
#include <vector>

#include "debug/symbols/folded_ranges.h"
#include "keep/index/native_draft.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {

struct Settled {
  std::vector<index::Piece> pieces;
  std::vector<index::FoldedRange> folded;
};

// The order is: debug information, Go's table, bare lines, symbols, lines of split DWARF, function
// starts. Of several units the first in the file wins. Within a unit, as in LLVM, the function that
// begins last wins, and of those that begin together the one whose entry is last. Functions with
// different names that claim exactly the same code share it: a linker has folded them.
Settled settle(std::span<const index::Draft> drafts, Aliases aliases = Aliases::Some);

}  // namespace symkit::symbols
