#include "sourcemap/stack_line.h"

#include <array>
#include <charconv>

#include "print/visible.h"
#include "sourcemap/engines.h"
#include "sourcemap/frame_text.h"

namespace symkit::sourcemap {
namespace {

// Backslashes before `end`, and how often text that has so many was escaped: 1, 2, 4 … once, twice, thrice.
std::size_t backslashes_before(std::string_view text, std::size_t end) {
  std::size_t count = 0;
  while (count < end && text[end - 1 - count] == '\\') ++count;
  return count;
}

unsigned depth_of(std::size_t backslashes) {
  unsigned depth = 0;
  for (; backslashes > 0; backslashes /= 2) ++depth;
  return depth;
}

// Behind an escaped line break stand escaped tabs and spaces.
std::string_view without_indent(std::string_view text) {
  for (;;) {
    std::size_t at = 0;
    while (at < text.size() && is_space(text[at])) ++at;
    std::size_t escape = at;
    while (escape < text.size() && text[escape] == '\\') ++escape;
    if (escape > at && escape < text.size() && text[escape] == 't') {
      text.remove_prefix(escape + 1);
    } else {
      return text.substr(at);
    }
  }
}

// "\n" may be a line break within a JSON string, or a part of the path C:\new\app.js.
bool is_line_break(std::string_view before, std::string_view after) {
  if (before.empty() || is_digit(before.back()) || before.back() == ')' || before.back() == ']') return true;
  if (before.ends_with("\\r")) return true;
  const std::string_view text = without_indent(after);
  if (text.starts_with("at ") || text.starts_with("\\n")) return true;
  const std::size_t end = text.find_first_of(" \"\\");
  return text.substr(0, end).find('@') != std::string_view::npos;
}

void find_in_piece(const Piece& piece, std::vector<StackFrame>& frames) {
  const std::size_t before = frames.size();
  find_v8_frames(piece, frames);
  if (frames.size() == before && piece.text.find('@') != std::string_view::npos)
    find_at_frames(piece, frames);
  if (frames.size() == before) find_opera_frames(piece, frames);
  if (frames.size() == before) find_file_frames(piece, frames);
  if (frames.size() == before) find_lone_frames(piece, frames);
}

// A name, for a text that is escaped so many times; what comes from the log is so already.
struct Name {
  std::string_view text;
  unsigned escapes;
  bool is_from_log = false;
};

void append(std::string& out, const Name& name) {
  if (name.is_from_log) {
    out += name.text;
  } else {
    print::append_visible_within(out, name.text, name.escapes);
  }
}
void append(std::string& out, std::string_view part) { out += part; }
void append(std::string& out, char part) { out += part; }
void append(std::string& out, std::uint32_t number) {
  std::array<char, 10> digits;
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

// ":1:2" and what closes it, in one piece.
struct LineAndColumn {
  std::uint32_t line, column;
  std::string_view end = {};
};
void append(std::string& out, const LineAndColumn& place) {
  std::array<char, 24> text;
  char* at = text.data();
  for (const std::uint32_t number : {place.line, place.column}) {
    *at++ = ':';
    at = std::to_chars(at, at + 10, number).ptr;
  }
  if (!place.end.empty()) *at++ = place.end[0];
  out.append(text.data(), static_cast<std::size_t>(at - text.data()));
}

}  // namespace

bool might_hold_frames(std::string_view line) {
  // Every frame with a place has a digit behind a colon, or behind "line " or "Line ".
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1))
    if (at + 1 < line.size() && is_digit(line[at + 1])) return true;
  return line.find("ine ") != std::string_view::npos || line.find(" code") != std::string_view::npos;
}

void find_frames(std::string_view line, std::vector<StackFrame>& frames) {
  if (!might_hold_frames(line)) return;
  std::size_t begin = 0;
  unsigned escapes = 0;
  std::size_t at = line.find("\\n");
  while (at != std::string_view::npos) {
    const std::size_t backslashes = backslashes_before(line, at + 1);
    const std::size_t end = at + 1 - backslashes;
    if (end >= begin && is_line_break(line.substr(begin, end - begin), line.substr(at + 2))) {
      escapes = depth_of(backslashes);
      std::string_view text = line.substr(begin, end - begin);
      if (text.ends_with("\\r")) text.remove_suffix(2);
      find_in_piece({line, text, escapes}, frames);
      begin = at + 2;
    }
    at = line.find("\\n", at + 2);
  }
  find_in_piece({line, line.substr(begin), escapes}, frames);
}

void append_frame(std::string& out, const StackFrame& frame, std::string_view function,
                  std::string_view location, std::uint32_t line, std::uint32_t column) {
  const Name name{function, frame.escapes, function == frame.caller}, path{location, frame.escapes};
  const bool has_name = !function.empty();
  const auto put = [&](const auto&... parts) { (append(out, parts), ...); };
  switch (frame.shape) {
    case Shape::Parentheses:
    case Shape::Bare:
      // V8 keeps this word where there is no name, and then has no parentheses.
      if (function == "async ") return put(function, path, LineAndColumn{line, column});
      if (has_name) put(name, std::string_view(frame.has_space ? " (" : "("));
      return put(path, LineAndColumn{line, column, has_name ? ")" : ""});
    case Shape::At:
    case Shape::Url:
      if (has_name || frame.shape == Shape::At) put(name, '@');
      return put(path, LineAndColumn{line, column});
    case Shape::OperaLine:
      put(line, frame.middle, path);
      if (has_name) put(std::string_view(": In function "), name);
      return;
    case Shape::OperaColumn:
      put(line, std::string_view(", column "), column);
      if (has_name) put(std::string_view(" in "), name, std::string_view("()"));
      return put(std::string_view(" in "), path);
    case Shape::File:
      put(path, std::string_view("\", line "), line, std::string_view(", col "), column);
      if (has_name) put(std::string_view(", in "), name);
      return;
    case Shape::Marker: return;
  }
}

}  // namespace symkit::sourcemap
