// Cuts a native index into parts that are served one by one, and makes the manifest that leads to them. The
// same index is cut alike whoever does it.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/cutting.h"
#include "keep/index/native_index.h"

namespace symkit::index {

// Hands over the parts in the order of their numbers, and gives the manifest, which is to be kept last:
// whoever finds it finds them all.
Result<std::vector<std::uint8_t>> cut_in_parts(const NativeIndex& index, const TakePart& take,
                                               const Cutting& how = {});

}  // namespace symkit::index
