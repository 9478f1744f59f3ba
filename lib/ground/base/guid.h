// A GUID's two spellings: Microsoft's, and Breakpad's for every system, has the first three numbers of 16
// bytes the other way round.
#pragma once

#include "ground/base/image_id.h"

namespace symkit {

inline constexpr std::size_t guid_size = 16;

// From one to the other, and back: the same step. An id of another size stays as it is.
ImageId with_guid_order(const ImageId& id);

}  // namespace symkit
