// A frame as a line of a log shows it to a reader: which function, and where. Nothing in it is looked up;
// frames to look up are read by the room crashlog. Views are of the line, or of text that the reader
// keeps until the next line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/image_id.h"

namespace symkit::group {

struct FrameText {
  std::string_view function = {};  // as the log has it; empty: only the place in the image is known
  std::string_view file = {};
  std::uint32_t line = 0;
  std::string_view image = {};   // the file with the code; for Go the package's path
  std::string_view offset = {};  // in the image, if no function is named
  bool is_page_offset = false;   // neither function nor image is known: in a page of memory
  ImageId build_id = {};         // the image's, if the log has it
  std::optional<std::uint32_t> number = {};
  bool inlined = false;  // into the next frame, which has the same number
  // The stack is written from the outermost frame inwards, as Python does.
  bool innermost_last = false;
  // The place of the frame before, whose line named only the function.
  bool completes_last = false;

  bool says_something() const { return !function.empty() || !image.empty() || !file.empty(); }
};

}  // namespace symkit::group
