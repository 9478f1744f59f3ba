// Positions and segments, as stored in indexes.
#pragma once

#include "keep/index/source_map_position.h"

namespace symkit::sourcemap {

using index::source_map::none;
using index::source_map::Position;
using index::source_map::Segment;

}  // namespace symkit::sourcemap
