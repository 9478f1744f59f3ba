// The values of a store as they lie in files and on servers: compressed by zstd where that makes them
// smaller. The same bytes are always packed alike.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"

namespace symkit::store {

// For what is packed once and read for long; and for what somebody waits for.
inline constexpr int small_level = 9;
inline constexpr int quick_level = 1;
inline constexpr int names_level = 5;  // of what is mostly names that others repeat

// What is not smaller then stays as it is, if nobody could take that for something packed.
std::vector<std::uint8_t> packed(Bytes plain, int level = small_level);

// What was packed. An error, which does not name the place, for what is damaged or would be larger than
// `most`, whatever it says of itself.
Result<io::SharedBlob> unpacked(io::SharedBlob stored, std::uint64_t most);

}  // namespace symkit::store
