// An index that was made without knowing where the image's own addresses begin (a PDB's, Breakpad's), once
// somebody knows: the same index with that said in it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/address.h"
#include "keep/index/native_index.h"

namespace symkit::index {

// Nothing where the index says already where they begin, or is damaged.
std::optional<std::vector<std::uint8_t>> placed_at(FileAddress text_base, const NativeIndex& index);

}  // namespace symkit::index
