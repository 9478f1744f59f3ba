// Numbers as text, of any encoding and size.
#pragma once

#include <string>

#include "stacks/values/object.h"

namespace symkit::values {

// The lowest bits as a number in decimal.
std::string decimal(Bits bits, unsigned size, bool is_signed);

// IEEE's 2, 4, 8 and 16 bytes, x87's 10 in 12 or 16; nothing of other sizes.
std::string float_text(Bits bits, unsigned bytes, bool is_x87);

}  // namespace symkit::values
