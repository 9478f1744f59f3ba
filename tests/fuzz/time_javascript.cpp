// rooms: sourcemap
// JavaScript's stacks in long lines, and the comments of long scripts.
#include <string>
#include <vector>

#include "answers/sourcemap/comments.h"
#include "answers/sourcemap/frame_writer.h"
#include "answers/sourcemap/frames_in_line.h"
#include "support/fuzz_time.h"

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

void read_text(std::string_view text) {
  std::vector<script::StackFrame> frames;
  FrameTexts texts;
  fuzz::for_each_line(text, [&](std::string_view line) {
    frames.clear();
    texts.clear();
    find_frames(line, frames, texts);
    std::string out;
    for (const script::StackFrame& frame : frames) append_frame(out, frame, "f", "a.js", 1, 2);
  });
}

void read_script(std::string_view text) { read_comments(text); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::long_text(data, size);
  fuzz::require_linear_time(text, read_text);
  fuzz::require_linear_time(text, read_script);
  return 0;
}
