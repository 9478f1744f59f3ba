// Counts what would be missing from an index made now, for comparison with an index that was made while
// files were missing.
#pragma once

#include <cstdint>

#include "debug/debuginfo/companions.h"
#include "files/container/image.h"

namespace symkit::symbols {

// The number of units with code whose functions are in a file that is not found.
std::uint64_t missing_units(const container::Image& image, debuginfo::Companions& companions, unsigned jobs);

}  // namespace symkit::symbols
