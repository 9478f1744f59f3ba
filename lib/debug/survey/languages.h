// The languages of DWARF by the names that people give them.
#pragma once

#include <string>

namespace symkit::survey {

// "C++14", "Rust"; "language 0x99" for what nobody has named.
std::string language_name(unsigned number);

}  // namespace symkit::survey
