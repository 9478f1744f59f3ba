// Deflate as debug sections need it: the packed and the unpacked bytes are all in memory, and what is
// unpacked can be read while the rest is still under way. libdeflate is as fast, but tells nothing before the
// end.
#pragma once

#include <functional>
#include <span>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::container {

// Unpacks zlib data that fills `out` to its last byte. `ready` is told now and then how many bytes are final;
// they may be read from then on, also if the rest turns out to be broken.
Result<void> inflate_zlib(Bytes data, std::span<std::uint8_t> out,
                          const std::function<void(std::size_t)>& ready);

}  // namespace symkit::container
