// Finds functions that, when called, jump on to functions that share code. Only those whose jumps are all
// known, so that the name identifies the function with certainty.
#pragma once

#include <span>
#include <vector>

#include "keep/index/native_writer.h"

namespace symkit::symbols {

std::vector<index::FoldedJump> folded_jumps(std::span<const index::FoldedRange> ranges,
                                            std::span<const index::Draft> drafts);

}  // namespace symkit::symbols
