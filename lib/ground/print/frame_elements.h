// Writes a resolved frame as the XML elements that valgrind uses for frames.
#pragma once

#include <string>
#include <string_view>

#include "ground/print/log_frames.h"

namespace symkit::print {

struct FrameElements {
  FrameLine line;           // the frame's last line, cut before its closing tag
  std::string_view opened;  // lines that all frames of one address share
  bool is_named = false;    // the log already has the function: only its file and line are added
};

// A frame for each inlined call and one for the function around them, innermost first.
void append_frame_elements(std::string& out, const FrameElements& elements, const Located& located,
                           const LogStyle& style);

}  // namespace symkit::print
