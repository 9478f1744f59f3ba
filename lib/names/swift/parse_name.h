// A mangled name with its prefix → its tree, whichever of the manglings it is.
#pragma once

#include <string_view>

#include "names/swift/node.h"

namespace symkit::swift {

// Null, where it is not a whole one.
Node* parse_name(std::string_view mangled, Arena& arena);

}  // namespace symkit::swift
