// Sets the text base of an index that was made without knowing where the image's own addresses begin (for
// a PDB, or by Breakpad): returns the same index with it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/address.h"
#include "keep/index/native_index.h"

namespace symkit::index {

// Nothing if the index already has it, or is damaged.
std::optional<std::vector<std::uint8_t>> placed_at(FileAddress text_base, const NativeIndex& index);

}  // namespace symkit::index
