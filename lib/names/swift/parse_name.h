// Parses a mangled name with its prefix into a tree, for all manglings.
#pragma once

#include <string_view>

#include "names/swift/node.h"

namespace symkit::swift {

// Null if it is not a complete name.
Node* parse_name(std::string_view mangled, Arena& arena);

}  // namespace symkit::swift
