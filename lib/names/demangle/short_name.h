// A readable function name without its scopes and parameters, as DWARF's DW_AT_name has it.
#pragma once

#include <string>
#include <string_view>

namespace symkit::demangle {

// "a::S::get(int) const" is "get", "std::vector<int>::push_back(int&&)" is "push_back".
std::string_view short_name(std::string_view readable);

// The same of a mangled name. Compilers spell short names as GNU's tools do.
std::string short_name_of_mangled(std::string_view mangled);

// A C++ name with its scopes, but without results, parameters and template arguments, also those of the
// functions that it is in: "std::vector<int>::push_back(int&&)" is "std::vector::push_back". What cannot be
// cut so comes whole.
std::string scoped_name(std::string_view readable);

}  // namespace symkit::demangle
