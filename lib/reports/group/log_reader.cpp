#include "reports/group/log_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/crashlog/cause.h"
#include "logs/crashlog/escaped_text.h"
#include "logs/crashlog/nested_text.h"
#include "logs/crashlog/prefix.h"
#include "logs/crashlog/reader.h"
#include "reports/group/circumstances.h"
#include "reports/group/frame_readers.h"
#include "reports/group/line_parts.h"
#include "reports/group/log_process.h"

namespace symkit::group {
namespace {

// A line's own text, and the number of blanks before it.
struct OwnText {
  std::string_view text;
  std::size_t indent = 0;
};

// "E AndroidRuntime: ", "E/AndroidRuntime: ": logcat's prefix in its brief formats.
bool take_tag_off(std::string_view& text) {
  constexpr std::string_view levels = "VDIWEFA";
  if (text.size() < 5 || !levels.contains(text.front()) || (text[1] != ' ' && text[1] != '/')) return false;
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos || colon > 40 ||
      !std::ranges::all_of(text.substr(2, colon - 2), [](char c) {
        return is_digit(c) || c == '_' || c == '.' || c == ' ' ||
               (lower_case(c) >= 'a' && lower_case(c) <= 'z');
      }))
    return false;
  text.remove_prefix(colon + 2);
  return true;
}

// Python draws its groups of exceptions as trees: "  | Traceback …", "  +-+---- 1 ----", "    |   File …".
OwnText own_text(std::string_view line, std::size_t start) {
  std::string_view rest = line.substr(start);
  std::size_t indent = 0;
  const auto take_indent = [&] {
    indent = std::min(rest.find_first_not_of(" \t"), rest.size());
    rest.remove_prefix(indent);
  };
  take_indent();
  if (indent == 0 && take_tag_off(rest)) take_indent();
  if (rest.starts_with("+ Exception Group ")) rest.remove_prefix(1), take_indent();
  while (rest.starts_with("| ")) rest.remove_prefix(1), take_indent();
  return {trimmed(rest), indent};
}

}  // namespace

void LogReader::begin(rewrite::Walk& walk) {
  walk_ = &walk;
  splitters_.begin(name_);
  number_ = 0;
  in_texts_ = texts_have_frames_ = false;
}

void LogReader::take_any(const crashlog::LogLine& line) {
  if (line.is_between) return;
  if (line.is_whole() && take_texts_within(line)) return;
  take(line, {});
}

// If its texts were not a stack, the line itself may say something.
void LogReader::end_texts(const crashlog::LogLine& line) {
  if (line.is_whole() && !texts_have_frames_) take(line, {});
}

// Each stack in the strings of a line is a report, as services write their logs.
void LogReader::begin_texts(const crashlog::LogLine& line) {
  const bool is_text = !line.is_whole();
  if (texts_have_frames_ && (!is_text || line.begins_text || line.number != number_)) {
    splitter().finish();
    texts_have_frames_ = false;
  }
  if (is_text && !in_texts_) splitters_.choose({}, false);
  in_texts_ = is_text;
}

// A line of JSON that no format reads.
bool LogReader::take_texts_within(const crashlog::LogLine& line) {
  if (!line.text.contains('"') && !line.text.contains('\\')) return false;
  if (!crashlog::may_hold_texts(line.text, crashlog::text_start(line.text))) return false;
  crashlog::NestedText texts(line.text);
  crashlog::NestedPart part;
  bool has_frames = false;
  while (texts.next(part)) {
    if (!part.is_text()) continue;
    const crashlog::Unescaped text(part.text, part.nesting);
    has_frames = take({.raw = part.text,
                       .text = text.text(),
                       .number = line.number,
                       .nesting = part.nesting,
                       .stands_alone = part.stands_alone,
                       .begins_text = part.begins_text},
                      {}) ||
                 has_frames;
  }
  return has_frames;
}

void LogReader::choose_process(std::string_view line, std::size_t start) {
  const bool continues = start == 0 && (line.empty() || line.front() == ' ' || line.front() == '\t');
  // Lines of one stack mostly have the same prefix.
  if (const std::string_view prefix = line.substr(0, start); prefix != prefix_) {
    prefix_ = prefix;
    process_ = process_in_prefix(prefix_);
  }
  splitters_.choose(process_, continues);
}

// Whether the line is a frame.
bool LogReader::take(const crashlog::LogLine& line, const Known& known) {
  begin_texts(line);
  if (line.number != 0) number_ = line.number;  // lines of documents have none
  if (line.stands_alone && !texts_have_frames_ && known.frame == nullptr) return false;
  plain_.take(line.text);
  const std::string_view text = plain_.text();
  const std::size_t start = line.start ? *line.start : crashlog::text_start(text);
  const OwnText own = own_text(text, start);
  choose_process(text, start);
  splitter().stand_behind(text.substr(0, start), own.indent);
  const bool is_frame = take_text(own.text, known);
  splitter().stand_behind({}, own.indent);
  texts_have_frames_ = in_texts_ && (texts_have_frames_ || is_frame);
  return is_frame;
}

bool LogReader::take_text(std::string_view text, const Known& known) {
  if (splitter().awaits_words() && !text.empty() && !text.starts_with("stack backtrace:")) {
    splitter().words(text);
    return true;
  }
  if (text.size() < 3) {
    splitter().other(text.empty());
    return false;
  }
  if (known.frame != nullptr && known.frame->is_left_over) return true;
  if (known.is_named) {
    const bool is_headline = !known.frame->number && take_words(text, true);
    if (!is_headline) take_said(*known.frame);
    return true;
  }
  const bool is_only_frame = known.frame != nullptr && known.frame->number.has_value();
  if (!is_only_frame) {
    if (known.frame == nullptr) {
      if (const auto frame = read_managed_frame(text)) {
        splitter().frame(*frame, number_);
        return true;
      }
    }
    take_words(text, known.frame != nullptr);
  }
  if (known.frame == nullptr) return false;
  if (!take_located(known)) take_place(*known.frame);
  return true;
}

// A headline may name a frame, too.
bool LogReader::take_words(std::string_view text, bool has_frame) {
  auto cause = splitter().awaits_python_error() ? crashlog::python_error(text) : std::nullopt;
  if (!cause) cause = crashlog::cause_in(text);
  if (cause)
    if (const Circumstances said = circumstances_of(*cause); said.any()) splitter().circumstances(said);
  const bool is_cause = cause && cause->what != crashlog::Cause::What::Nothing;
  if (is_cause) {
    splitter().cause(*cause, number_);
    walk_->expect_stack();
  } else if (!has_frame) {
    splitter().other(false);
  }
  return is_cause;
}

void LogReader::take_said(const crashlog::Frame& frame) {
  const crashlog::Said& said = frame.said;
  splitter().frame({.function = said.folded.empty() ? said.function : said.folded,
                    .file = said.file,
                    .line = said.line,
                    .image = frame.image.name,
                    .build_id = frame.image.id,
                    .number = frame.number,
                    .inlined = said.inlined,
                    .innermost_last = said.innermost_last,
                    .completes_last = said.completes_last},
                   number_);
}

namespace {

// The place in the image, if the log gives it: it is the same in each run, unlike an address in memory.
std::string offset_of(const crashlog::Frame& frame) {
  for (const auto& offset : {frame.image_offset, frame.file_address, frame.file_offset})
    if (offset) return hex(*offset);
  if (frame.runtime_address && frame.load_address && *frame.runtime_address >= *frame.load_address)
    return hex(*frame.runtime_address - *frame.load_address);
  return {};
}

}  // namespace

// Also takes each call that was inlined there, innermost first.
bool LogReader::take_located(const Known& known) {
  if (known.located == nullptr || known.located->frames.empty() || known.frame->may_be_data) return false;
  for (const print::Frame& one : known.located->frames)
    if (one.function.empty()) return false;
  for (const print::Frame& one : known.located->frames) {
    function_ = one.function;
    if (!one.inlined) print::append_others(function_, *known.located, false);
    splitter().frame({.function = function_,
                      .file = one.line == 0 ? std::string_view() : one.file,
                      .line = one.line,
                      .image = known.frame->image.name,
                      .build_id = known.frame->image.id,
                      .number = known.frame->number,
                      .inlined = one.inlined},
                     number_);
  }
  return true;
}

void LogReader::take_place(const crashlog::Frame& frame) {
  if (frame.may_be_data) return;
  const std::string offset = offset_of(frame);
  FrameText text{.function = frame.said.function.empty() ? frame.symbol : frame.said.function,
                 .file = frame.said.file,
                 .line = frame.said.line,
                 .image = frame.image.name,
                 .offset = offset,
                 .build_id = frame.image.id,
                 .number = frame.number};
  if (text.image.empty()) text.image = last_of_path(frame.image.path);
  splitter().frame(text, number_);
}

// The rest of a line is examined once, with its first frame.
void LogReader::take_frame(const crashlog::LogLine& line, const Known& known) {
  const bool is_first = !std::exchange(is_within_line_, known.frame->shares_line);
  if (is_first && !line.text.empty() && take(line, known)) return;
  if (known.is_named) return take_said(*known.frame);
  if (!take_located(known)) take_place(*known.frame);
}

}  // namespace symkit::group
