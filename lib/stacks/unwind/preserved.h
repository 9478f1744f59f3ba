// Which registers a called function gives back as they were.
#pragma once

#include <cstdint>

#include "ground/base/architecture.h"

namespace symkit::unwind {

// By the conventions of Linux, registers numbered as in DWARF. Of others, a caller's frame only knows that
// they may have changed.
bool outlives_calls(std::uint64_t number, Architecture architecture);

}  // namespace symkit::unwind
