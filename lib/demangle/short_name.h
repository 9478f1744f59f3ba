// A readable function name without its scopes and parameters, as DWARF's DW_AT_name has it.
#pragma once

#include <string_view>

namespace symkit::demangle {

// "a::S::get(int) const" is "get", "std::vector<int>::push_back(int&&)" is "push_back".
std::string_view short_name(std::string_view readable);

}  // namespace symkit::demangle
