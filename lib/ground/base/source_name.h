// Mangled names of C++ without what one function of the source has several of: a constructor or a destructor
// is compiled for whole objects (C1, D1), for bases (C2, D2) and for objects to be freed (D0).
#pragma once

#include <string>
#include <string_view>

namespace symkit {

// The same with the digit 0 for each of these; any other name as it is.
std::string source_name(std::string_view mangled);

// Whether two names are of one function of the source.
bool is_same_in_source(std::string_view a, std::string_view b);

}  // namespace symkit
