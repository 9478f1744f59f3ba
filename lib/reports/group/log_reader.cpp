#include "reports/group/log_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ground/base/words.h"
#include "logs/crashlog/cause.h"
#include "logs/crashlog/prefix.h"
#include "logs/crashlog/prefix_column.h"
#include "logs/crashlog/prefix_writer.h"
#include "logs/crashlog/text_parts.h"
#include "logs/crashlog/variable_line.h"
#include "reports/group/circumstances.h"

namespace symkit::group {

void LogReader::take_any(const crashlog::LogLine& line) {
  if (!line.is_between) take(line, {});
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

void LogReader::choose_process(std::string_view line, std::size_t start, bool is_frame) {
  const bool continues = start == 0 && (line.empty() || line.front() == ' ' || line.front() == '\t');
  writers_.take(line.substr(0, start), is_frame);
  splitters_.choose(writers_.process(), continues);
  if (writers_.process().empty() && !writers_.context().empty())
    splitters_.choose_context(writers_.context());
}

// Whether nothing is left to be done for the line's frame.
bool LogReader::take(const crashlog::LogLine& line, const Known& known) {
  begin_texts(line);
  if (line.number != 0) number_ = line.number;  // lines of documents have none
  // A string of one line is mostly a name, a number, or the place of the code that wrote the log.
  const bool may_begin_stack = known.frame != nullptr && !known.frame->said.is_managed();
  if (line.stands_alone && !texts_have_frames_ && !may_begin_stack) return true;
  plain_.take(line.text);
  const std::string_view text = plain_.text();
  const std::size_t start = line.start ? *line.start : crashlog::text_start(text);
  // Only the first line of a text within a line follows that line's prefix.
  const bool goes_on = !line.is_whole() && !line.begins_text && start == 0;
  if (!goes_on) choose_process(text, start, known.frame != nullptr);
  if (line.begins_column) take_before(text, start, known.frame != nullptr);
  const bool is_frame = take_own_text(text, start, known);
  if (is_frame)
    before_.clear();
  else
    remember(text, start);
  texts_have_frames_ = in_texts_ && (texts_have_frames_ || is_frame);
  return is_frame;
}

namespace {

// What precedes the text may be its printer's: "(EE) Segmentation fault". Then it says no more without that.
bool says_more(const std::optional<crashlog::Cause>& with, const std::optional<crashlog::Cause>& without) {
  if (!with || with->what == crashlog::Cause::What::Nothing) return false;
  if (!without || with->begins) return true;
  return !without->begins && !without->waits && with->refines.empty();
}

}  // namespace

bool LogReader::take_own_text(std::string_view text, std::size_t start, const Known& known) {
  const std::size_t known_start = crashlog::text_start(text);
  const bool may_be_printers = known.frame == nullptr && start > known_start && !splitter().awaits_words();
  if (may_be_printers && says_more(crashlog::cause_in(trimmed(text.substr(known_start))),
                                   crashlog::cause_in(trimmed(text.substr(start)))))
    start = known_start;
  const crashlog::OwnText own = crashlog::own_text(text, start);
  // A program's data is no frame, and no reason of a crash.
  if (splitter().is_in_stack() && crashlog::is_variable_line(text.substr(own.begin), own.indent))
    return false;
  splitter().stand_behind(text.substr(0, start), own.indent);
  is_cause_ = false;
  const bool is_frame = take_text(trimmed(text.substr(own.begin)), known);
  splitter().stand_behind({}, own.indent);
  return is_frame;
}

void LogReader::remember(std::string_view text, std::size_t start) {
  if (before_.size() == most_before) before_.pop_front();
  before_.push_back({std::string(text), start, is_cause_, number_});
}

// The lines directly before the first frame after a prefix have it, too: now it is known what they say.
void LogReader::take_before(std::string_view text, std::size_t start, bool is_frame) {
  const std::size_t known = crashlog::text_start(text);
  const std::string_view prefix = text.substr(known, start - known);
  const auto own_start = [&](const Before& line) {
    const std::size_t from = crashlog::text_start(line.text);
    const std::size_t end = crashlog::end_of_same_prefix(prefix, std::string_view(line.text).substr(from));
    return end == 0 ? 0 : from + end;
  };
  // Causes, too, if only the prefix says which process wrote them.
  const bool names_process =
      !writers_.worker().empty() && crashlog::worker_in_prefix(text.substr(0, known)).empty();
  auto first = before_.end();
  while (first != before_.begin() && (names_process || !std::prev(first)->is_cause) &&
         own_start(*std::prev(first)) > std::prev(first)->start)
    --first;
  if (names_process && std::any_of(first, before_.end(), [](const Before& line) { return line.is_cause; }))
    splitters_.forget_nameless();
  const std::uint64_t number = number_;
  for (; first != before_.end(); ++first) {
    number_ = first->number;
    const std::size_t start_of_own = own_start(*first);
    choose_process(first->text, start_of_own, false);
    take_own_text(first->text, start_of_own, {});
  }
  number_ = number;
  choose_process(text, start, is_frame);
}

// Such a line says nothing else.
bool LogReader::begins_with_frame(std::string_view text, const crashlog::Frame& frame) {
  return frame.number || (!frame.address_text.empty() && trimmed(text).starts_with(frame.address_text));
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
    const bool is_headline =
        !known.frame->number && !known.frame->said.is_managed() && take_words(text, true);
    const bool is_answer = known.frame->otherwise == crashlog::Otherwise::Frame;
    if (!is_headline || known.frame->shares_line || is_answer) take_said(*known.frame);
    return true;
  }
  const bool is_only_frame = known.frame != nullptr && begins_with_frame(text, *known.frame);
  if (!is_only_frame) take_words(text, known.frame != nullptr);
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
  is_cause_ = is_cause && cause->refines.empty();
  if (is_cause) {
    if (cause->what == crashlog::Cause::What::End && !cause->world.empty()) splitters_.end_contexts();
    splitter().cause(*cause, number_);
    walk_->expect_stack();
  } else if (!has_frame) {
    splitter().other(false);
  }
  return is_cause;
}

namespace {

// The place in the image, if the log gives it: it is the same in each run, unlike an address in memory or an
// offset from something unknown.
std::string offset_of(const crashlog::Frame& frame) {
  const bool has_image = !frame.image.name.empty() || !frame.image.path.empty();
  if (!has_image) return frame.file_address ? hex(*frame.file_address) : std::string();
  for (const auto& offset : {frame.image_offset, frame.file_address, frame.file_offset})
    if (offset) return hex(*offset);
  if (frame.runtime_address && frame.load_address && *frame.runtime_address >= *frame.load_address)
    return hex(*frame.runtime_address - *frame.load_address);
  return {};
}

// Images are moved by whole pages: the position in the page is the same in each run of a build.
std::string page_offset_of(const crashlog::Frame& frame) {
  constexpr std::uint64_t page = 0x1000;
  const bool is_placed = !frame.image.name.empty() || !frame.image.path.empty() || frame.file_address;
  if (is_placed || !frame.symbol.empty() || !frame.said.function.empty()) return {};
  if (!frame.runtime_address || *frame.runtime_address < page) return {};
  return hex(*frame.runtime_address % page);
}

}  // namespace

void LogReader::take_said(const crashlog::Frame& frame) {
  const crashlog::Said& said = frame.said;
  const std::string offset = said.function.empty() ? offset_of(frame) : std::string();
  splitter().frame({.function = said.folded.empty() ? said.function : said.folded,
                    .file = said.file,
                    .line = said.line,
                    .image = frame.image.name,
                    .offset = offset,
                    .build_id = frame.image.id,
                    .number = frame.number,
                    .inlined = said.inlined,
                    .innermost_last = said.innermost_last,
                    .completes_last = said.completes_last},
                   number_);
}

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
  std::string offset = offset_of(frame);
  const bool is_page_offset = offset.empty();
  if (is_page_offset) offset = page_offset_of(frame);
  FrameText text{.function = frame.said.function.empty() ? frame.symbol : frame.said.function,
                 .file = frame.said.file,
                 .line = frame.said.line,
                 .image = frame.image.name,
                 .offset = offset,
                 .is_page_offset = is_page_offset && !offset.empty(),
                 .build_id = frame.image.id,
                 .number = frame.number};
  if (text.image.empty()) text.image = crashlog::last_of_path(frame.image.path);
  // All of a program in Dart is in one symbol: the place in it is what a name is elsewhere.
  if (text.function.starts_with("_kDart") && frame.symbol_offset) {
    function_ = say(text.function, '+', hex(*frame.symbol_offset));
    text.function = function_;
  }
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
