#include "answers/sourcemap/frames_in_line.h"

#include <algorithm>

#include "logs/crashlog/needles.h"
#include "logs/crashlog/nested_text.h"

namespace symkit::sourcemap {
namespace {

// Every kind of frame has one of these words, or "@".
const crashlog::Needles& words_of_frames() {
  static const crashlog::Needles needles({"at ", "ine ", "File ", "://", ":\\/", " code"});
  return needles;
}

// Checked in one pass, as most lines have none.
bool has_word_of_frames(std::string_view line) {
  return line.contains('@') || words_of_frames().any_in(line);
}

// A cheap check: words of frames, or a line end, as other kinds of frames occur in several lines.
bool may_hold_escaped(std::string_view line) {
  if (!line.contains('"') && !line.contains('\\')) return false;
  return line.contains('@') || line.contains("at ") || line.contains("\\n");
}

// A line of a text, and its place in the line of the log.
struct Piece {
  std::string_view text;
  const crashlog::Unescaped* unescaped;  // the text in the log; null: nothing is escaped
  std::size_t begin;

  Span in_line(Span span) const {
    const auto place = [&](std::size_t at) {
      return begin + (unescaped == nullptr ? at : unescaped->in_raw(at));
    };
    return {place(span.begin), place(span.end)};
  }
};

void find_in_texts(std::string_view line, std::vector<script::StackFrame>& frames, FrameTexts& texts) {
  crashlog::NestedText nested(line);
  crashlog::NestedPart part;
  while (nested.next(part)) {
    if (!part.is_text()) continue;
    const std::string_view raw = part.text.substr(0, part.text.size() - part.line_end.size());
    Piece piece{raw, nullptr, static_cast<std::size_t>(raw.data() - line.data())};
    if (raw.contains('\\')) {
      piece.unescaped = &texts.emplace_back(raw, part.nesting);
      piece.text = piece.unescaped->text();
    }
    if (!script::might_hold_frames(piece.text)) continue;
    const std::size_t before = frames.size();
    // A single string is a frame only if nothing else can look like it.
    const bool is_lone = part.stands_alone && !part.nesting.is_element;
    is_lone ? script::find_sure_frames(piece.text, frames) : script::find_frames(piece.text, frames);
    for (std::size_t i = before; i < frames.size(); ++i) {
      frames[i].replaced = piece.in_line(frames[i].replaced);
      frames[i].whole_line = piece.in_line({0, piece.text.size()});
      frames[i].nesting = part.nesting;
    }
  }
}

}  // namespace

void find_frames(std::string_view line, std::vector<script::StackFrame>& frames, FrameTexts& texts) {
  if (!script::begins_as_frame(line) && (!script::might_hold_frames(line) || !has_word_of_frames(line)))
    return;
  if (may_hold_escaped(line) && crashlog::may_hold_texts(line, 0)) find_in_texts(line, frames, texts);
  if (!frames.empty()) return;
  script::find_frames(line, frames);
  for (script::StackFrame& frame : frames) frame.whole_line = {0, line.size()};
}

std::size_t lines_without_frames(std::string_view text) {
  std::size_t word = text.size();
  words_of_frames().find(text, [&](std::size_t, std::size_t at) {
    word = at;
    return true;
  });
  word = std::min(text.substr(0, word).find('@'), word);
  return word == text.size() ? word : text.substr(0, word).rfind('\n') + 1;
}

}  // namespace symkit::sourcemap
