// The compression of profiles: output is compressed in the way the input was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::profile {

enum class Packing : std::uint8_t { None, Gzip, Zstd };

// Detected by the beginning of the file.
Packing packing_of(Bytes beginning);

void append_packed(std::string& out, std::string_view plain, Packing packing);

}  // namespace symkit::profile
