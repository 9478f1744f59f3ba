// How a stripped image's debug file is found: what .gnu_debuglink says, the checksum by which it tells the
// right one from others of its name, and where distributions put it by its build id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/container/image.h"
#include "ground/base/bytes.h"
#include "ground/base/image_id.h"

namespace symkit::container {

// What is in the section; nothing where that is broken.
std::optional<DebugLink> read_debug_link(Bytes section, Endian endian);

// Of the whole debug file.
std::uint32_t debug_link_checksum(Bytes file);

inline constexpr std::string_view system_debug_folder = "/usr/lib/debug";

// <folder>/.build-id/ab/cdef….debug
std::string build_id_path(std::string_view folder, const ImageId& id);

}  // namespace symkit::container
