// A GUID's two spellings: Microsoft's, and Breakpad's for every system, which differ in the byte order of
// the first three numbers.
#pragma once

#include "ground/base/image_id.h"

namespace symkit {

inline constexpr std::size_t guid_size = 16;

// Converts in both directions. An id of another size is returned unchanged.
ImageId with_guid_order(const ImageId& id);

}  // namespace symkit
