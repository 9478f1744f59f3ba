// The version of Go that built an image, which every binary since 1.13 contains (.go.buildinfo).
#pragma once

#include <string>

#include "files/container/image.h"
#include "files/golang/memory.h"

namespace symkit::golang {

// "go1.22.1"; empty if the image does not have it.
std::string build_version(const container::Image& image, const Memory& memory);

}  // namespace symkit::golang
