// Programs that are asked by others and not called by people: beside the one that asks, or in libexec.
#pragma once

#include <string>
#include <string_view>

namespace symkit {

// Where it is, or would be.
std::string helper_program(std::string_view name);

}  // namespace symkit
