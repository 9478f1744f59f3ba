// The id that Go's linker gives what it makes: a text, "Xb1…/…/…/…". Profiles have it in the place of a build
// id, as it is, or as Parca does, which writes every id in hexadecimal: the digits of its characters.
#pragma once

#include <string>
#include <string_view>

namespace symkit {

// In either form. No build id has slashes, or is as long.
bool is_go_id(std::string_view written);

// The id as the file has it; empty where that is none.
std::string go_id_of(std::string_view written);

// As hexadecimal digits.
std::string hex_of_go_id(std::string_view written);

}  // namespace symkit
