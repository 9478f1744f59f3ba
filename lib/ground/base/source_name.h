// Mangled C++ names without what distinguishes the variants of one source function: a constructor or
// destructor is compiled for complete objects (C1, D1), for bases (C2, D2) and for objects to be freed
// (D0).
#pragma once

#include <string>
#include <string_view>

namespace symkit {

// The name with the digit 0 for each of these; any other name is unchanged.
std::string source_name(std::string_view mangled);

// Whether both names belong to one function of the source.
bool is_same_in_source(std::string_view a, std::string_view b);

}  // namespace symkit
