// Finds JavaScript stack frames in a line, whichever engine printed them: V8 (Chrome, Node, Edge), Firefox,
// Safari, Internet Explorer, both Operas, PhantomJS, Hermes and Metro; alone, or after a log's prefix. It
// knows their syntax only, no source maps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ground/base/nesting.h"
#include "ground/base/span.h"

namespace symkit::script {

enum class Shape : std::uint8_t {
  Parentheses,  // at name (url:1:2)
  Bare,         // at url:1:2
  At,           // name@url:1:2
  Url,          // url:1:2 alone
  OperaLine,    // Line 1 of linked script url: In function name
  OperaColumn,  // called from line 1, column 2 in name() in url:
  File,         // File "url", line 1, col 2, in name
  Marker        // [native code], eval code: a frame without a place
};

struct StackFrame {
  Shape shape = Shape::Bare;
  Span replaced;                   // what is replaced once the original is known
  std::string_view function = {};  // as printed; empty: none
  std::string_view caller = {};    // for an eval: the function in `replaced`; else as `function`
  std::string_view url = {};
  std::optional<std::uint32_t> line = {};    // as printed, from 1
  std::optional<std::uint32_t> column = {};  // as printed
  bool is_offset = false;                    // Hermes bytecode, React Native: the column counts from 0
  bool has_space = true;                     // Parentheses: a space precedes them
  std::string_view middle = {};              // OperaLine: " of linked script "
  // For whoever cuts a line of a log into the lines of its texts:
  Nesting nesting = {};  // the frame's place in an escaped text …
  Span whole_line = {};  // … and its line in that text

  bool has_place() const { return line.has_value(); }
};

// Appends the frames of a line, in order. Their views point into the line.
void find_frames(std::string_view line, std::vector<StackFrame>& frames);

// Only those that nothing else can look like: "at name (url:1:2)", and if there are no frames yet
// "name@url:1:2".
void find_sure_frames(std::string_view line, std::vector<StackFrame>& frames);

// Whether there may be frames. Much faster, and right for nearly all unrelated lines of a log.
bool might_hold_frames(std::string_view line);

// Recognizes most frames of most logs, V8's, without a search. Such a line is not JSON.
bool begins_as_frame(std::string_view line);

}  // namespace symkit::script
