// A frame that was found as the elements of XML in which valgrind writes frames.
#pragma once

#include <string>
#include <string_view>

#include "ground/print/log_frames.h"

namespace symkit::print {

struct FrameElements {
  FrameLine line;           // the frame's last, cut before the tag that closes it
  std::string_view opened;  // lines that all frames of one address have
  bool is_named = false;    // the log has the function: only its place is added
};

// A frame for each inlined call and one for the function round them, innermost first.
void append_frame_elements(std::string& out, const FrameElements& elements, const Located& located,
                           const LogStyle& style);

}  // namespace symkit::print
