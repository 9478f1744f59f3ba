// Cuts a complete index of any kind into parts that can be read by themselves, and makes the manifest
// that lists them. The same index is always cut the same way.
#pragma once

#include <vector>

#include "keep/index/cutting.h"

namespace symkit::index {

// Passes on the parts in the order of their numbers, and returns the manifest, which must be stored last.
// An error does not name the place.
Result<std::vector<std::uint8_t>> cut(Bytes whole, const TakePart& take, const Cutting& how = {});

// Whether a manifest lists the parts that this complete index was cut into.
bool is_cut_from(Bytes manifest, Bytes index);

}  // namespace symkit::index
