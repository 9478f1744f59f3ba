// The syntax of stack frames by engine. Each function appends the frames in a line that an engine printed.
#pragma once

#include <string_view>
#include <vector>

#include "logs/script/stack_line.h"

namespace symkit::script {

inline Span span_of(std::string_view part, std::string_view text) {
  const auto at = static_cast<std::size_t>(part.data() - text.data());
  return {at, at + part.size()};
}

void find_v8_frames(std::string_view text, std::vector<StackFrame>& frames);     // at name (url:1:2)
void find_at_frames(std::string_view text, std::vector<StackFrame>& frames);     // name@url:1:2
void find_opera_frames(std::string_view text, std::vector<StackFrame>& frames);  // line 1 of …
void find_file_frames(std::string_view text, std::vector<StackFrame>& frames);   // File "url", line 1
void find_lone_frames(std::string_view text, std::vector<StackFrame>& frames);   // url:1:2, [native code]

}  // namespace symkit::script
