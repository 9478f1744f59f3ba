// The kernel's own image in this process, which is in no file.
#pragma once

#include <memory>

#include "files/container/open.h"

namespace symkit::samples {

// Null if there is none. Otherwise it has one image.
std::unique_ptr<container::File> own_vdso();

}  // namespace symkit::samples
