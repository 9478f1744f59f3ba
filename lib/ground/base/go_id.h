// The id that Go's linker writes into a binary: a text, "Xb1…/…/…/…". Profiles have it in place of a
// build id, either as it is or, from Parca, as the hexadecimal digits of its characters.
#pragma once

#include <string>
#include <string_view>

namespace symkit {

// In either form. A build id has no slashes and is shorter.
bool is_go_id(std::string_view written);

// The id as the file has it; empty if the text is not a Go id.
std::string go_id_of(std::string_view written);

// As hexadecimal digits.
std::string hex_of_go_id(std::string_view written);

}  // namespace symkit
