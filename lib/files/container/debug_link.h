// How to find a stripped image's debug file: the name in .gnu_debuglink, the checksum that identifies the
// right one, and the path that distributions use for a build id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/container/image.h"
#include "ground/base/bytes.h"
#include "ground/base/image_id.h"

namespace symkit::container {

// The section's content; nothing if it is broken.
std::optional<DebugLink> read_debug_link(Bytes section, Endian endian);

// The checksum of the complete debug file.
std::uint32_t debug_link_checksum(Bytes file);

inline constexpr std::string_view system_debug_folder = "/usr/lib/debug";

// <folder>/.build-id/ab/cdef….debug
std::string build_id_path(std::string_view folder, const ImageId& id);

}  // namespace symkit::container
