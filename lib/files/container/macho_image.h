// A thin Mach-O, or one slice of a fat one, as an image.
#pragma once

#include <memory>

#include "files/container/image.h"
#include "ground/io/unpack_budget.h"

namespace symkit::container::macho {

Result<std::unique_ptr<Image>> open_macho(Bytes bytes, std::shared_ptr<io::UnpackBudget> budget);

}  // namespace symkit::container::macho
