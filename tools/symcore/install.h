// What to type so that crashes are handled: printed, and never done.
#pragma once

#include <string>

namespace symkit::symcore {

// `program`: the path of symcore.
std::string how_to_install(const std::string& program);

}  // namespace symkit::symcore
