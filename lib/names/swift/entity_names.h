// The accessors that both manglings of Swift encode as a letter; empty for an unknown letter.
#pragma once

#include <string_view>

#include "names/swift/node.h"

namespace symkit::swift {

inline bool is_class(const Node* context) { return context != nullptr && context->kind == Kind::Class; }

std::string_view addressor_name(char c, bool is_mutable);
std::string_view accessor_name(char c);

}  // namespace symkit::swift
