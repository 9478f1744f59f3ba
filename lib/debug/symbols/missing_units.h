// What would be missing from an index that was made now: asked about one that was made when files were not
// there.
#pragma once

#include <cstdint>

#include "debug/debuginfo/companions.h"
#include "files/container/image.h"

namespace symkit::symbols {

// How many units with code leave their functions to a file that is not found.
std::uint64_t missing_units(const container::Image& image, debuginfo::Companions& companions, unsigned jobs);

}  // namespace symkit::symbols
