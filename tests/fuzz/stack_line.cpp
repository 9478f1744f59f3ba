// rooms: sourcemap
// Lines of logs: the spans of frames lie within the line, in order, and do not overlap.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "answers/sourcemap/frame_writer.h"
#include "answers/sourcemap/frames_in_line.h"

using namespace symkit;
using namespace symkit::sourcemap;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  std::vector<script::StackFrame> frames;
  FrameTexts texts;
  find_frames(line, frames, texts);
  std::size_t at = 0;
  for (const script::StackFrame& frame : frames) {
    if (frame.shape == script::Shape::Marker) continue;
    if (frame.replaced.begin < at || frame.replaced.end < frame.replaced.begin || frame.replaced.end > size)
      std::abort();
    if (!frame.line) std::abort();
    at = frame.replaced.end;
    std::string out;
    append_frame(out, frame, "f", "a.js", 1, 2);
  }
  return 0;
}
