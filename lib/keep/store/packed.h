// The values of a store as stored in files and on servers: compressed with zstd if that makes them
// smaller. The same bytes always compress to the same result.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"

namespace symkit::store {

// For data that is compressed once and read for long, and for data that somebody waits for.
inline constexpr int small_level = 9;
inline constexpr int quick_level = 1;
inline constexpr int names_level = 5;  // for data that is mostly repeated names

// Data that does not become smaller stays as it is, unless it could be mistaken for compressed data.
std::vector<std::uint8_t> packed(Bytes plain, int level = small_level);

// Decompresses. An error, which does not name the place, if the data is damaged or would be larger than
// `most`, whatever its header says.
Result<io::SharedBlob> unpacked(io::SharedBlob stored, std::uint64_t most);

}  // namespace symkit::store
