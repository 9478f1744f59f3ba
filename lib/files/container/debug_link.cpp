#include "files/container/debug_link.h"

#include <libdeflate.h>

#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::container {

std::optional<DebugLink> read_debug_link(Bytes section, Endian endian) {
  Cursor at(section, endian);
  DebugLink link;
  link.file = at.cstring();
  at.seek((at.offset() + 3) / 4 * 4);
  link.crc = at.u32();
  if (at.failed()) return std::nullopt;
  return link;
}

std::uint32_t debug_link_checksum(Bytes file) { return libdeflate_crc32(0, file.data(), file.size()); }

std::string build_id_path(std::string_view folder, const ImageId& id) {
  const std::string digits = id.hex();
  return say(folder, "/.build-id/", digits.substr(0, 2), "/", digits.substr(2), ".debug");
}

}  // namespace symkit::container
