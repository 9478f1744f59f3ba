// An ELF file as an image.
#pragma once

#include <memory>

#include "files/container/image.h"
#include "ground/io/unpack_budget.h"

namespace symkit::container::elf {

Result<std::unique_ptr<Image>> open_elf(Bytes bytes, std::shared_ptr<io::UnpackBudget> budget);

}  // namespace symkit::container::elf
