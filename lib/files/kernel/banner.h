// Which build of Linux a kernel is, by the words that it logs first: "Linux version 6.1.0-13-amd64
// (debian-kernel@…"
#pragma once

#include <string>

#include "ground/base/bytes.h"

namespace symkit::kernel {

// "6.1.0-13-amd64"; empty where the bytes do not say.
std::string release_in(Bytes kernel);

}  // namespace symkit::kernel
