// Deflate for debug sections: all compressed and decompressed bytes are in memory, and the beginning of
// the output can be read while the rest is still being made. libdeflate is as fast, but reports nothing
// before the end.
#pragma once

#include <functional>
#include <span>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::container {

// Decompresses zlib data that fills `out` to its last byte. `ready` is called now and then with the
// number of final bytes; they may be read from then on, even if the rest turns out to be broken. If it
// returns false, nothing more is made, which is an error.
Result<void> inflate_zlib(Bytes data, std::span<std::uint8_t> out,
                          const std::function<bool(std::size_t)>& ready);

}  // namespace symkit::container
