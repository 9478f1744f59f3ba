// What a file is that has no image, for the sentence that says so.
#pragma once

#include <string>

#include "base/bytes.h"

namespace symkit::container {

// "is a static library, not ELF or Mach-O", "is neither ELF nor Mach-O"
std::string describe_other(Bytes bytes);

}  // namespace symkit::container
