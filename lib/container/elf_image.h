// An ELF file as an image.
#pragma once

#include <memory>

#include "container/image.h"

namespace symkit::container::elf {

Result<std::unique_ptr<Image>> open_elf(Bytes bytes);

}  // namespace symkit::container::elf
