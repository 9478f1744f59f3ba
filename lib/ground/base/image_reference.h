// An image as described in a log: enough to look for its file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/architecture.h"
#include "ground/base/image_id.h"

namespace symkit {

struct ImageReference {
  std::string_view name = {};  // without folders
  std::string_view path = {};  // as in the log; empty if the log has only a name
  ImageId id = {};
  Architecture architecture = Architecture::Unknown;
  // Where the image begins in the file that the log names, if that is an archive: "base.apk (offset
  // 0x1000)".
  std::optional<std::uint64_t> archive_offset = {};
  std::string_view release = {};  // of Linux, if the image is the kernel: "6.1.0-13-amd64"
  // For images on Windows, the keys that symbol servers use: "app.pdb", and the timestamp and size of the
  // PE file.
  std::string_view debug_name = {};
  std::string_view code_id = {};
};

// Writes a key that is equal for two frames whose images are the same: the id and the path (or the name).
// Without an id it also has the processor, as a log may have libmarket.so for two of them, and the offset
// in an archive, which may hold many images.
void write_key(const ImageReference& image, std::string& key);

}  // namespace symkit
