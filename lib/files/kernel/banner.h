// The build of a Linux kernel, from the first line that it logs: "Linux version 6.1.0-13-amd64
// (debian-kernel@…"
#pragma once

#include <string>

#include "ground/base/bytes.h"

namespace symkit::kernel {

// "6.1.0-13-amd64"; empty if it is not in the bytes.
std::string release_in(Bytes kernel);

}  // namespace symkit::kernel
