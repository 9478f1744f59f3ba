// Compares names known to the linker with those of the source.
#pragma once

#include <string_view>

namespace symkit::pdb {

// Whether a mangled name can be that of a function with this name in its record.
bool is_name_of(std::string_view mangled, std::string_view function);

}  // namespace symkit::pdb
