// The checksum by which .gnu_debuglink tells the right debug file from others of its name.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace symkit::container {

// Of the whole debug file.
std::uint32_t debug_link_checksum(Bytes file);

}  // namespace symkit::container
