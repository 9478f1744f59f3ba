// The common names of DWARF's languages.
#pragma once

#include <string>

namespace symkit::survey {

// "C++14", "Rust"; "language 0x99" for an unknown number.
std::string language_name(unsigned number);

}  // namespace symkit::survey
