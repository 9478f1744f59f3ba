// What two indexes of one image say of functions that share code, and of what is called where.
#pragma once

#include "index/native_index.h"
#include "verify/findings.h"

namespace symkit::verify {

// `fresh` was just made of what `index` is of: a finding wherever they differ.
void compare_folding(const index::NativeIndex& index, const index::NativeIndex& fresh, Findings& findings);

}  // namespace symkit::verify
