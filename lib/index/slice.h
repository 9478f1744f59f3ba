// A part of an index that is itself an index: what a shared store hands out for a range of addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "index/native_index.h"

namespace symkit::index {

// The functions that touch [begin, end), whole, with the strings they use and nothing else. Answers within
// the range are those of the whole index.
Result<std::vector<std::uint8_t>> slice_native(const NativeIndex& index, ImageOffset begin, ImageOffset end);

}  // namespace symkit::index
