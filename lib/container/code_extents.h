// Where an image's instructions are, whether or not the file still has them: a debug file keeps the headers
// of its sections of code, and where even these were cut there are the segments that were mapped as code.
#pragma once

#include <cstdint>
#include <vector>

#include "container/image.h"

namespace symkit::container {

struct CodeExtent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// By address.
std::vector<CodeExtent> code_extents(const Image& image);

}  // namespace symkit::container
