// Finds JavaScript stack frames in a line of a log, whichever engine printed them: V8 (Chrome, Node,
// Edge), Firefox, Safari, Internet Explorer, both Operas, PhantomJS, Hermes and Metro; alone, after a
// log's prefix, or in a JSON string. It knows their syntax only, no source maps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/nesting.h"
#include "ground/base/span.h"
#include "logs/crashlog/escaped_text.h"

namespace symkit::sourcemap {

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
  Nesting nesting = {};                      // its place in an escaped text …
  Span whole_line = {};                      // … and its line in that text

  bool has_place() const { return line.has_value(); }
};

// Unescaped texts, to which the frames of a line refer.
using FrameTexts = std::deque<crashlog::Unescaped>;

// Stores the frames of a line in `frames`, in order. Their views point into the line, or into `texts`.
void find_frames(std::string_view line, std::vector<StackFrame>& frames, FrameTexts& texts);

// Whether there may be frames. Much faster, and right for nearly all unrelated lines of a log.
bool might_hold_frames(std::string_view line);

// Recognizes most frames of most logs, V8's, without a search. Such a line is not JSON.
bool begins_as_frame(std::string_view line);

// Appends the replacement for `frame.replaced`.
void append_frame(std::string& out, const StackFrame& frame, std::string_view function,
                  std::string_view location, std::uint32_t line, std::uint32_t column);

}  // namespace symkit::sourcemap
