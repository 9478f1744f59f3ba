// Describes files without an image, for error messages.
#pragma once

#include <string>

#include "ground/base/bytes.h"

namespace symkit::container {

// "is a static library, not a binary that symkit reads", "is not a binary that symkit reads"
std::string describe_other(Bytes bytes);

}  // namespace symkit::container
