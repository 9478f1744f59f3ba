// Cuts a whole index of any kind into parts that answer by themselves, and makes the manifest that leads to
// them. The same index is cut alike whoever does it.
#pragma once

#include <vector>

#include "keep/index/cutting.h"

namespace symkit::index {

// Hands over the parts in the order of their numbers, and gives the manifest, which is to be kept last. An
// error does not name the place.
Result<std::vector<std::uint8_t>> cut(Bytes whole, const TakePart& take, const Cutting& how = {});

// Whether a manifest is of the parts that this index, in one piece, was cut into.
bool is_cut_from(Bytes manifest, Bytes index);

}  // namespace symkit::index
