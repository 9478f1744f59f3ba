#include "sourcemap/stack_line.h"

#include "base/words.h"
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

std::string escaped(std::string_view text, unsigned times) {
  std::string out(text);
  for (unsigned i = 0; i < times; ++i) {
    std::string once;
    for (const char c : out) {
      if (c == '"' || c == '\\') once += '\\';
      once += c;
    }
    out = std::move(once);
  }
  return out;
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
  const std::string name = escaped(function, frame.escapes);
  const std::string path = escaped(location, frame.escapes);
  const std::string place = say(path, ':', line, ':', column);
  switch (frame.shape) {
    case Shape::Parentheses:
      out += name.empty() ? place : say(name, frame.has_space ? " (" : "(", place, ')');
      return;
    case Shape::Bare: out += name.empty() ? place : say(name, " (", place, ')'); return;
    case Shape::At: out += say(name, '@', place); return;
    case Shape::Url: out += name.empty() ? place : say(name, '@', place); return;
    case Shape::OperaLine:
      out += say(line, frame.middle, path);
      if (!name.empty()) out += say(": In function ", name);
      return;
    case Shape::OperaColumn:
      out += say(line, ", column ", column);
      if (!name.empty()) out += say(" in ", name, "()");
      out += say(" in ", path);
      return;
    case Shape::File:
      out += say(path, "\", line ", line, ", col ", column);
      if (!name.empty()) out += say(", in ", name);
      return;
    case Shape::Marker: return;
  }
}

}  // namespace symkit::sourcemap
