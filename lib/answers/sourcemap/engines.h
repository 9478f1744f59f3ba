// The syntax of stack frames by engine. Each function examines one piece of a line, that is, what an
// engine printed as a line of its own, and appends the frames in it.
#pragma once

#include <string_view>
#include <vector>

#include "answers/sourcemap/stack_line.h"
#include "logs/crashlog/escaped_text.h"

namespace symkit::sourcemap {

// A line as an engine printed it, and its place in the line of the log.
struct Piece {
  const crashlog::Unescaped* unescaped = nullptr;  // the text in the log; null: nothing is escaped
  std::string_view text;
  std::size_t begin = 0;
  Nesting nesting = {};

  Span span(std::string_view part) const {
    const auto at = static_cast<std::size_t>(part.data() - text.data());
    return {in_line(at), in_line(at + part.size())};
  }
  Span whole() const { return span(text); }

 private:
  std::size_t in_line(std::size_t at) const {
    return begin + (unescaped == nullptr ? at : unescaped->in_raw(at));
  }
};

void find_v8_frames(const Piece& piece, std::vector<StackFrame>& frames);     // at name (url:1:2)
void find_at_frames(const Piece& piece, std::vector<StackFrame>& frames);     // name@url:1:2
void find_opera_frames(const Piece& piece, std::vector<StackFrame>& frames);  // line 1 of …
void find_file_frames(const Piece& piece, std::vector<StackFrame>& frames);   // File "url", line 1
void find_lone_frames(const Piece& piece, std::vector<StackFrame>& frames);   // url:1:2, [native code]

}  // namespace symkit::sourcemap
