// Profiles lie packed: what was unpacked is packed again in the way it came.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::profile {

enum class Packing : std::uint8_t { None, Gzip, Zstd };

// By how a file begins.
Packing packing_of(Bytes beginning);

void append_packed(std::string& out, std::string_view plain, Packing packing);

}  // namespace symkit::profile
