// Frames of Java and of scripts, which the formats of logs do not read.
#pragma once

#include <optional>
#include <string_view>

#include "reports/group/frame_text.h"

namespace symkit::group {

// "at a.b.C.m(C.java:12)", "at f (https://shop.example/a.js:1:3)"; `text` has no prefix and no blanks
// around it.
std::optional<FrameText> read_managed_frame(std::string_view text);

}  // namespace symkit::group
