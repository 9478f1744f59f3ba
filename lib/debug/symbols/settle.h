// Decides what an address belongs to where several functions claim it.
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

// Debug information before Go's table before bare lines before symbols before the lines of split DWARF before
// function starts; of units the first in the file; within a unit, as LLVM has it, the one that begins last,
// and of those that begin together the one whose entry stands last. Functions of different names that claim
// the very same code share it: a linker has folded them.
Settled settle(std::span<const index::Draft> drafts, Aliases aliases = Aliases::Some);

}  // namespace symkit::symbols
