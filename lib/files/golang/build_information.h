// Which Go built an image, as every binary since 1.13 says (.go.buildinfo).
#pragma once

#include <string>

#include "files/container/image.h"
#include "files/golang/memory.h"

namespace symkit::golang {

// "go1.22.1"; empty where the image does not say.
std::string build_version(const container::Image& image, const Memory& memory);

}  // namespace symkit::golang
