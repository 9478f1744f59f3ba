// Names as the linker knows them, held against those of the source.
#pragma once

#include <string_view>

namespace symkit::pdb {

// Whether a mangled name can be that of a function that its record calls so.
bool is_name_of(std::string_view mangled, std::string_view function);

}  // namespace symkit::pdb
