// Frames as sanitizers write them when they know everything. No other printer writes such lines, and there
// is nothing to look up:
//   #1 0x5605333e2ca0 in shop::ring(int) /src/till.cpp:12:3
#pragma once

#include <string_view>

namespace symkit::crashlog {

// `text`: of a line, after its prefix.
bool is_settled_frame(std::string_view text);

}  // namespace symkit::crashlog
