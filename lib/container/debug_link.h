// What .gnu_debuglink says, and the checksum by which it tells the right debug file from others of its name.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "container/image.h"

namespace symkit::container {

// What is in the section; nothing where that is broken.
std::optional<DebugLink> read_debug_link(Bytes section, Endian endian);

// Of the whole debug file.
std::uint32_t debug_link_checksum(Bytes file);

}  // namespace symkit::container
