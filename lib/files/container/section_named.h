// A section by its name as the file has it; Image::debug_section() knows it by DWARF's name.
#pragma once

#include <string_view>

#include "files/container/image.h"

namespace symkit::container {

// The first with the name. Null if there is none.
const Section* section_named(const Image& image, std::string_view name);

}  // namespace symkit::container
