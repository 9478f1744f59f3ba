// What two indexes of one image say of functions that share code, and of what is called where.
#pragma once

#include "debug/verify/findings.h"
#include "keep/index/native_index.h"

namespace symkit::verify {

// `fresh` was just made of what `index` is of: a finding wherever they differ.
void compare_folding(const index::NativeIndex& index, const index::NativeIndex& fresh, Findings& findings);

}  // namespace symkit::verify
