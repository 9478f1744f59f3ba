// Determines what kind of profile a file is, by its content.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"

namespace symkit::profile {

enum class InputKind : std::uint8_t { Unknown, Pprof, PerfData, PerfScript, CountedStacks, Folded, Firefox };

InputKind kind_of(Bytes bytes);

}  // namespace symkit::profile
