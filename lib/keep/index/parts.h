// Cuts a native index into parts that are served separately, and makes the manifest that lists them. The
// same index is always cut the same way.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/cutting.h"
#include "keep/index/native_index.h"

namespace symkit::index {

// Passes on the parts in the order of their numbers, and returns the manifest, which must be stored last:
// a reader that finds it finds all parts.
Result<std::vector<std::uint8_t>> cut_in_parts(const NativeIndex& index, const TakePart& take,
                                               const Cutting& how = {});

}  // namespace symkit::index
