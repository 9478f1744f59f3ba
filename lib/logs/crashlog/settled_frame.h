// Frames as sanitizers write them when they know everything. No other printer writes such lines, and there
// is nothing to look up:
//   #1 0x5605333e2ca0 in shop::ring(int) /src/till.cpp:12:3
#pragma once

#include <string_view>

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

// `text`: of a line, after its prefix. The frame is unchanged if it is none.
bool read_settled_frame(std::string_view text, Frame& frame);

}  // namespace symkit::crashlog
