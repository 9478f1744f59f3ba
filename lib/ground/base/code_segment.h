// A piece of an image that is mapped as code: its place in the file and in the image. Logs whose writer
// knew only the process's mappings give file offsets.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/address.h"

namespace symkit {

struct CodeSegment {
  // Nothing for debug files: the code was removed from them, and its file offset with it.
  std::optional<std::uint64_t> file_offset;
  FileAddress address;
  std::uint64_t size = 0;
  bool operator==(const CodeSegment&) const = default;
};

}  // namespace symkit
