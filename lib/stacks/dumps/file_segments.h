// The parts of an image's file that are loaded into memory.
#pragma once

#include <cstdint>
#include <vector>

#include "files/container/image.h"
#include "ground/base/bytes.h"

namespace symkit::dumps {

struct FileSegment {
  std::uint64_t begin = 0;  // as in the file; in a Windows or a Mach-O image from its begin
  Bytes bytes;
};

// The image's bytes must outlive them.
std::vector<FileSegment> segments_of(const container::Image& image);

}  // namespace symkit::dumps
