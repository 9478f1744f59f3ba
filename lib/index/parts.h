// Cuts an index into parts that are served one by one, and makes the manifest that leads to them. The same
// index is cut alike whoever does it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "index/native_index.h"

namespace symkit::index {

// So many bytes of blocks, or of names, make a part. With its strings it is two to four times as large: what
// one request to a server should bring.
inline constexpr std::size_t usual_part = std::size_t{12} << 10;

using TakePart = std::function<Result<void>(std::uint64_t checksum, Bytes bytes)>;

// Hands over the parts in the order of their numbers, and gives the manifest, which is to be kept last:
// whoever finds it finds them all.
Result<std::vector<std::uint8_t>> cut_in_parts(const NativeIndex& index, const TakePart& take,
                                               std::size_t part_bytes = usual_part);

}  // namespace symkit::index
