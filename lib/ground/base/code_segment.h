// A piece of an image that is mapped as code: where it lies in the file and where in the image. Logs speak of
// the former where they were written by somebody who knows a process's mappings only.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/address.h"

namespace symkit {

struct CodeSegment {
  // Nothing for debug files: they have lost the code, and with it the place where it was.
  std::optional<std::uint64_t> file_offset;
  FileAddress address;
  std::uint64_t size = 0;
  bool operator==(const CodeSegment&) const = default;
};

}  // namespace symkit
