// Where debug files are kept apart from their binaries, and the checksum by which .gnu_debuglink tells the
// right one from others of its name.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace symkit::container {

inline constexpr std::string_view system_debug_folder = "/usr/lib/debug";

// Of the whole debug file.
std::uint32_t debug_link_checksum(Bytes file);

}  // namespace symkit::container
