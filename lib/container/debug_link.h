// How a stripped image's debug file is found: the checksum by which .gnu_debuglink tells the right one from
// others of its name, and where distributions put it by its build id.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/image_id.h"

namespace symkit::container {

// Of the whole debug file.
std::uint32_t debug_link_checksum(Bytes file);

inline constexpr std::string_view system_debug_folder = "/usr/lib/debug";

// <folder>/.build-id/ab/cdef….debug
std::string build_id_path(std::string_view folder, const ImageId& id);

}  // namespace symkit::container
