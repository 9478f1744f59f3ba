// How both manglings of Swift call accessors by a letter; empty: the letter names none.
#pragma once

#include <string_view>

#include "names/swift/node.h"

namespace symkit::swift {

inline bool is_class(const Node* context) { return context != nullptr && context->kind == Kind::Class; }

std::string_view addressor_name(char c, bool is_mutable);
std::string_view accessor_name(char c);

}  // namespace symkit::swift
