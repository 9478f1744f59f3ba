// A readable function name without its scopes and parameters, as in DWARF's DW_AT_name.
#pragma once

#include <string>
#include <string_view>

namespace symkit::demangle {

// "get" for "a::S::get(int) const", "push_back" for "std::vector<int>::push_back(int&&)".
std::string_view short_name(std::string_view readable);

// The same for a mangled name. Compilers write short names in the spelling of GNU's tools.
std::string short_name_of_mangled(std::string_view mangled);

// A C++ name with its scopes, but without results, parameters and template arguments, including those of
// enclosing functions: "std::vector::push_back" for "std::vector<int>::push_back(int&&)". A name that
// cannot be reduced like this is returned unchanged.
std::string scoped_name(std::string_view readable);

}  // namespace symkit::demangle
