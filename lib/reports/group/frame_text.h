// A frame as a line of a log shows it to a reader: what is called, and where. Nothing of it is looked up; the
// room crashlog reads frames for that. Views are of the line, or of what the reader keeps until the next.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::group {

struct FrameText {
  std::string_view function = {};  // as the log has it; empty: only the place in the image is known
  std::string_view file = {};
  std::uint32_t line = 0;
  std::string_view image = {};     // the file with the code; of Go: the package's path
  std::string_view offset = {};    // in the image, where there is no function
  std::string_view build_id = {};  // the image's, as the log has it
  std::optional<std::uint32_t> number = {};
  bool inlined = false;  // into the frame that comes next, which has the same number
  // The stack is written from the outermost frame on, as Python does.
  bool innermost_last = false;
  // The place of the frame before, which has told its function alone.
  bool completes_last = false;

  bool says_something() const { return !function.empty() || !image.empty() || !file.empty(); }
};

}  // namespace symkit::group
