// What a log says of an image: enough to look for the file that ran.
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
  std::string_view path = {};  // as the log has it; empty where it has a name only
  ImageId id = {};
  Architecture architecture = Architecture::Unknown;
  // Where the image begins in the file that the log names, if that is an archive: "base.apk (offset 0x1000)".
  std::optional<std::uint64_t> archive_offset = {};
  std::string_view release = {};  // of Linux, where the image is the kernel: "6.1.0-13-amd64"
  // Of Windows' images, by which symbol servers know them: "app.pdb", and timestamp and size of the PE file.
  std::string_view debug_name = {};
  std::string_view code_id = {};
};

// What two frames have in common whose images are the same, to be used as a key: the id and the path (or the
// name). Without an id the processor, too: a log may speak of libmarket.so for two of them; and the
// place in an archive, which may hold many.
void write_key(const ImageReference& image, std::string& key);

}  // namespace symkit
