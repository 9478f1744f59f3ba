// The variables of an image as an index of their own, by file addresses: where the symbol table says that
// they are, with the places where debug information says that they are declared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "files/container/image.h"
#include "ground/base/result.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {

// Empty where there are none. `meta` is that of the image's index.
Result<std::vector<std::uint8_t>> index_of_variables(const container::Image& image,
                                                     std::span<const index::Draft> drafts,
                                                     const index::NativeMeta& meta, unsigned jobs);

}  // namespace symkit::symbols
