// The variables of an image as a separate index, by file address: located as in the symbol table, with
// the places of their declarations from debug information.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "files/container/image.h"
#include "ground/base/result.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {

// Empty if there are none. `meta` is that of the image's index.
Result<std::vector<std::uint8_t>> index_of_variables(const container::Image& image,
                                                     std::span<const index::Draft> drafts,
                                                     const index::NativeMeta& meta, unsigned jobs);

}  // namespace symkit::symbols
