// Helper programs, which are run by other programs and not by people. They are installed next to the
// program that runs them, or in libexec.
#pragma once

#include <string>
#include <string_view>

namespace symkit {

// The helper's path, whether or not it exists.
std::string helper_program(std::string_view name);

}  // namespace symkit
