// The shapes of stack frames by engine. Each function looks at one piece of a line, a piece being what an
// engine printed as a line of its own, and appends what frames it finds there.
#pragma once

#include <string_view>
#include <vector>

#include "sourcemap/stack_line.h"

namespace symkit::sourcemap {

// `line` is the whole line, for spans; `piece` lies within it.
struct Piece {
  std::string_view line;
  std::string_view text;
  unsigned escapes = 0;

  Span span(std::string_view part) const {
    const auto begin = static_cast<std::size_t>(part.data() - line.data());
    return {begin, begin + part.size()};
  }
};

void find_v8_frames(const Piece& piece, std::vector<StackFrame>& frames);     // at name (url:1:2)
void find_at_frames(const Piece& piece, std::vector<StackFrame>& frames);     // name@url:1:2
void find_opera_frames(const Piece& piece, std::vector<StackFrame>& frames);  // line 1 of …
void find_file_frames(const Piece& piece, std::vector<StackFrame>& frames);   // File "url", line 1
void find_lone_frames(const Piece& piece, std::vector<StackFrame>& frames);   // url:1:2, [native code]

}  // namespace symkit::sourcemap
