// Compares what two indexes of one image say about functions that share code, and about calls.
#pragma once

#include "debug/verify/findings.h"
#include "keep/index/native_index.h"

namespace symkit::verify {

// `fresh` was just made from the source of `index`: every difference is a finding.
void compare_folding(const index::NativeIndex& index, const index::NativeIndex& fresh, Findings& findings);

}  // namespace symkit::verify
