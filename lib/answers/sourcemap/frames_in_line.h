// Finds JavaScript stack frames in a line of a log, also within the strings of JSON.
#pragma once

#include <cstddef>
#include <deque>
#include <string_view>
#include <vector>

#include "logs/crashlog/escaped_text.h"
#include "logs/script/stack_line.h"

namespace symkit::sourcemap {

// Unescaped texts, to which the frames of a line refer.
using FrameTexts = std::deque<crashlog::Unescaped>;

// Stores the frames of a line in `frames`, in order. Their views point into the line, or into `texts`.
void find_frames(std::string_view line, std::vector<script::StackFrame>& frames, FrameTexts& texts);

// The size of the first lines of a text that have no frames. The last may lack its line end.
std::size_t lines_without_frames(std::string_view text);

}  // namespace symkit::sourcemap
