#include "container/debug_link.h"

#include <libdeflate.h>

namespace symkit::container {

std::uint32_t debug_link_checksum(Bytes file) { return libdeflate_crc32(0, file.data(), file.size()); }

}  // namespace symkit::container
