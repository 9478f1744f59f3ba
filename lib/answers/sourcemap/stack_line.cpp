#include "answers/sourcemap/stack_line.h"

#include <array>
#include <charconv>

#include "answers/sourcemap/engines.h"
#include "answers/sourcemap/frame_text.h"
#include "ground/print/visible.h"
#include "logs/crashlog/needles.h"
#include "logs/crashlog/nested_text.h"

namespace symkit::sourcemap {
namespace {

void find_in_piece(const Piece& piece, std::vector<StackFrame>& frames) {
  const std::size_t before = frames.size();
  find_v8_frames(piece, frames);
  if (frames.size() == before && piece.text.find('@') != std::string_view::npos)
    find_at_frames(piece, frames);
  if (frames.size() == before) find_opera_frames(piece, frames);
  if (frames.size() == before) find_file_frames(piece, frames);
  if (frames.size() == before) find_lone_frames(piece, frames);
}

// A single string is a frame only if nothing else can look like it.
void find_in_lone_text(const Piece& piece, std::vector<StackFrame>& frames) {
  find_v8_frames(piece, frames);
  if (frames.empty() && piece.text.contains('@')) find_at_frames(piece, frames);
}

// Whether a line has a word that every kind of frame has one of: checked in one pass, as most lines have
// none.
bool has_word_of_frames(std::string_view line) {
  static const crashlog::Needles needles({"at ", "ine ", "File ", "://", ":\\/", " code"});
  return line.contains('@') || needles.any_in(line);
}

// A cheap check: words of frames, or a line end, as other kinds of frames occur in several lines.
bool may_hold_escaped(std::string_view line) {
  if (!line.contains('"') && !line.contains('\\')) return false;
  return line.contains('@') || line.contains("at ") || line.contains("\\n");
}

void find_in_texts(std::string_view line, std::vector<StackFrame>& frames, FrameTexts& texts) {
  crashlog::NestedText nested(line);
  crashlog::NestedPart part;
  while (nested.next(part)) {
    if (!part.is_text()) continue;
    const std::string_view raw = part.text.substr(0, part.text.size() - part.line_end.size());
    Piece piece{nullptr, raw, static_cast<std::size_t>(raw.data() - line.data()), part.nesting};
    if (raw.contains('\\')) {
      piece.unescaped = &texts.emplace_back(raw, part.nesting);
      piece.text = piece.unescaped->text();
    }
    if (!might_hold_frames(piece.text)) continue;
    const bool is_lone = part.stands_alone && !part.nesting.is_element;
    is_lone ? find_in_lone_text(piece, frames) : find_in_piece(piece, frames);
  }
}

// A name for a text with this many levels of escapes; text from the log is already escaped.
struct Name {
  std::string_view text;
  const Nesting& nesting;
  bool is_from_log = false;
};

void append(std::string& out, const Name& name) {
  if (name.nesting) {
    crashlog::append_nested(out, name.is_from_log ? name.text : print::visible(name.text), name.nesting);
  } else if (name.is_from_log) {
    out += name.text;
  } else {
    print::append_visible(out, name.text);
  }
}
void append(std::string& out, std::string_view part) { out += part; }
void append(std::string& out, char part) { out += part; }
void append(std::string& out, std::uint32_t number) {
  std::array<char, 10> digits;
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

// ":1:2" and what closes it, as one string.
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

bool begins_as_frame(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return line.starts_with("at ");
}

bool might_hold_frames(std::string_view line) {
  // Every frame with a place has a digit after a colon, or after "line " or "Line ".
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1))
    if (at + 1 < line.size() && is_digit(line[at + 1])) return true;
  return line.find("ine ") != std::string_view::npos || line.find(" code") != std::string_view::npos;
}

void find_frames(std::string_view line, std::vector<StackFrame>& frames, FrameTexts& texts) {
  if (!begins_as_frame(line) && (!might_hold_frames(line) || !has_word_of_frames(line))) return;
  if (may_hold_escaped(line) && crashlog::may_hold_texts(line, 0)) find_in_texts(line, frames, texts);
  if (frames.empty()) find_in_piece({nullptr, line}, frames);
}

void append_frame(std::string& out, const StackFrame& frame, std::string_view function,
                  std::string_view location, std::uint32_t line, std::uint32_t column) {
  const Name name{function, frame.nesting, function == frame.caller}, path{location, frame.nesting};
  const bool has_name = !function.empty();
  const auto put = [&](const auto&... parts) { (append(out, parts), ...); };
  switch (frame.shape) {
    case Shape::Parentheses:
    case Shape::Bare:
      // V8 prints this word even if there is no name, and then no parentheses.
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
