// Which functions, called, jump on to functions that share code: only where all that they can jump to is
// known, so that who is named by them is so for certain.
#pragma once

#include <span>
#include <vector>

#include "keep/index/native_writer.h"

namespace symkit::symbols {

std::vector<index::FoldedJump> folded_jumps(std::span<const index::FoldedRange> ranges,
                                            std::span<const index::Draft> drafts);

}  // namespace symkit::symbols
