#include "logs/crashlog/reader.h"

#include <ranges>
#include <string>

#include "ground/base/characters.h"
#include "ground/base/each_line.h"
#include "logs/crashlog/document_capture.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/nested_text.h"
#include "logs/crashlog/prefix.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/settled_frame.h"

namespace symkit::crashlog {

namespace {

// The initial state for each format; copying it is faster than constructing one.
constexpr Frame blank_frame = {};

bool is_frame(Found found) { return found == Found::Frame || found == Found::Named; }

bool has_same_place(const Frame& a, const Frame& b) {
  return a.number == b.number && a.runtime_address == b.runtime_address && a.file_address == b.file_address;
}

// A path that is not all of a path: "[web] > /opt/kiosk".
bool begins_with_words(std::string_view path) {
  if (path.starts_with("// ")) return true;
  const std::size_t slash = path.find('/');
  return slash != std::string_view::npos && path.substr(0, slash).contains(' ');
}

// Whether a named format that found nothing has begun to write a frame: one of these comes first. Most have
// not, and an empty frame need not be copied for the next.
bool is_begun(const Frame& frame) {
  return frame.number || !frame.image.name.empty() || !frame.said.function.empty() ||
         !frame.said.file.empty();
}

// Whether to look for a time or logcat's columns before more text: most strings of JSON are words, and
// most times are alone.
bool may_have_prefix(std::string_view text) {
  constexpr std::size_t shortest = 16;
  if (text.size() < shortest) return false;
  if (!is_digit(text[0]) && text[0] != '[' && text[0] != '<' && text[1] != '/') return false;
  return text.substr(0, text.find('"')).contains(' ');
}

// Where the text begins after a column, which a time may follow.
std::size_t after_time(std::string_view line, std::size_t column_end) {
  const std::string_view text = line.substr(column_end);
  return may_have_prefix(text) ? column_end + text_start(text) : column_end;
}

}  // namespace

Reader::Reader(ReadFor wanted) : formats_(all_formats(wanted)) {}

// Created when it is first needed, and shared by all readers: the marks of formats are constants. It does
// not contain the formats of frames with names, which see the lines that others leave. If only addresses
// are read, it is not created.
const LineFilter& Reader::filter() const {
  static const LineFilter shared = [this] {
    LineFilter filter;
    for (std::size_t i = 0; i < answering_formats; ++i) {
      for (const std::string_view mark : formats_[i]->marks()) filter.add_mark(mark, i);
      for (const std::string_view heading : formats_[i]->headings()) filter.add_heading(heading, i);
    }
    filter.prepare();
    return filter;
  }();
  return shared;
}

Found Reader::read(std::string_view raw, Frame& frame, As as) {
  Found before = Found::Nothing, found = Found::Nothing;
  const std::size_t images_before = report_.images_listed();
  const bool is_short = raw.size() <= longest_line;
  start_.reset();
  if (is_short) line_.take(raw);
  if (is_short || as == As::LineOrTexts) {
    const std::string_view text = is_short ? line_.text() : raw;
    const std::size_t own = text_start(text);
    if (is_short && read_settled(own, frame)) {
      finish_line(Found::Context, Found::Named, frame, as);
      return Found::Named;
    }
    const std::size_t start = find_start(text, own, as);
    if (is_short) start_ = start;
    const bool is_wanted = is_of_interest(text.substr(start));
    const bool has_texts = as == As::LineOrTexts && holds_texts(text, start, is_wanted);
    if (has_texts) return Found::Texts;
    if (as == As::LineOrTexts && names_in_texts(text, start)) return Found::Names;
    if (is_short) found = ask_all(start, is_wanted, frame, before);
    if (is_short && as != As::Fragment) found = ask_further(found, frame, before);
  }
  // A list of images ends with the first line that is not an image.
  if (report_.waits_for_images() && images_before != 0 && report_.images_listed() == images_before)
    report_.images_complete();
  finish_line(before, found, frame, as);
  return found;
}

// Most lines of many logs: for them no format that answers need be asked.
bool Reader::read_settled(std::size_t start, Frame& frame) {
  if (formats_.size() == answering_formats || report_.waits_for_images() || report_.takes_every_line())
    return false;
  if (!read_settled_frame(line_.text().substr(start), frame)) return false;
  frame.otherwise = Otherwise::Context;
  start_ = start;
  column_.pass_frame(line_.text(), start);
  return true;
}

// Where the text begins: at `start`, or after a column. A text that is alone has no neighbours.
std::size_t Reader::find_start(std::string_view text, std::size_t start, As as) {
  if (as == As::Fragment) return start;
  const std::size_t own = column_.take(text, start);
  if (own == start) return start;
  // The column may be what a printer puts before all of its lines: "# A fatal error".
  return filter().is_heading(text.substr(start)) ? start : after_time(text, own);
}

Found Reader::ask_all(std::size_t start, bool is_wanted, Frame& frame, Found& before) {
  before = is_wanted ? ask_formats(start, frame) : Found::Nothing;
  return is_frame(before) ? before : ask_named_formats(start, frame, before);
}

// A frame may follow a prefix that is not known yet, and the first of a stack that was found may begin after
// it.
Found Reader::ask_further(Found found, Frame& frame, Found& before) {
  const bool is_claimed = report_.waits_for_images() && report_.takes_every_line();
  if (is_claimed || (found != Found::Nothing && column_.follows_frame())) return found;
  const auto starts = column_.further_starts(is_frame(found));
  if (is_frame(found) && !starts.empty()) find_begin(starts, frame, before);
  if (found != Found::Nothing && found != Found::Context) return found;
  const std::uint64_t reports_before = report_.reports_begun();
  for (const std::size_t start : starts) {
    // A line of a report says what it says once.
    const std::size_t own = after_time(line_.text(), start);
    const Found further =
        found == Found::Context ? ask_named_formats(own, frame, found) : ask_at(own, frame, before);
    if (further == Found::Context) found = further;
    const bool begins_report =
        report_.reports_begun() != reports_before && filter().is_heading(line_.text().substr(own));
    if (!begins_report && (further == Found::Context || further == Found::Nothing)) continue;
    confirm(start);
    start_ = own;
    return further;
  }
  if (found == Found::Context) before = found;
  return found;
}

// Of a frame that its format has found anywhere in the line: after the longest prefix after which it is the
// same. A format of names, or one of paths, may have taken the prefix for a part of one.
void Reader::find_begin(std::span<const std::size_t> starts, Frame& frame, Found& before) {
  const Frame found = frame;  // its texts may be the format's, and are written again
  Format* const format = last_format_;
  const bool has_place = is_frame(before);
  const bool has_swallowed_words = begins_with_words(found.image.path);
  const std::string function(found.said.function), image(found.image.name), symbol(found.symbol);
  for (const std::size_t start : starts | std::views::reverse) {
    if (!is_frame(ask_at(start, frame, before))) continue;
    const bool is_better = (!has_place || has_swallowed_words) && column_.is_common(start);
    const bool is_also = last_format_ == format && function.ends_with(frame.said.function) &&
                         image.ends_with(frame.image.name) && symbol == frame.symbol &&
                         has_same_place(found, frame);
    if (!is_better && !is_also) continue;
    confirm(start);
    if (is_also) frame.address_of = found.address_of;  // its format may take the line for the next one
    return;
  }
  ask_at(*start_, frame, before);
  frame.address_of = found.address_of;
}

Found Reader::ask_at(std::size_t start, Frame& frame, Found& before) {
  return ask_all(start, is_of_interest(line_.text().substr(start)), frame, before);
}

void Reader::confirm(std::size_t start) {
  column_.confirm(start);
  start_ = start;
}

Found Reader::read_names(std::string_view raw, Frame& frame, As as) {
  Found found = Found::Nothing;
  const bool is_short = raw.size() <= longest_line;
  start_.reset();
  if (is_short) line_.take(raw);
  const std::string_view text = is_short ? line_.text() : raw;
  const std::size_t start = find_start(text, text_start(text), as);
  if (is_short) start_ = start;
  if (as == As::LineOrTexts && names_in_texts(text, start)) return Found::Names;
  if (is_short) found = ask_named_formats(start, frame, found);
  finish_line(Found::Nothing, found, frame, as);
  return found;
}

// `before`: what the formats have found that look frames up. Nothing else moves the position in a stack, so
// that reading for names does not change what is looked up.
void Reader::finish_line(Found before, Found found, Frame& frame, As as) {
  report_.count_line(is_frame(found) && !frame.said.is_managed());
  if (is_frame(found) || found == Found::Lines) column_.count_frame();
  if (is_frame(found)) place(frame);
  if (found == Found::Nothing && start_ == 0) positions_.remember(line_.text());
  if (is_frame(before)) {
    settle_in_stack(frame);
  } else if (before != Found::Nothing) {
    positions_.no_frame(prefix());
  } else if (as != As::Fragment) {
    positions_.other_text(prefix());
  }
}

bool Reader::is_of_interest(std::string_view text) {
  if (report_.takes_every_line()) {
    takers_ = Takers::all();
    return true;
  }
  const LineFilter::Interest interest = filter().interest_in(text);
  takers_ = interest.takers;
  return interest.any();
}

// A log that can be read again shows its first column before its first line.
void Reader::begin_log(std::string_view beginning) {
  constexpr std::size_t shown = 4096;
  column_.begin(beginning.substr(0, beginning.rfind('\n', shown) + 1));
}

void Reader::pass_plain_lines(std::string_view lines) {
  end_stack();
  std::size_t begin = lines.size();
  for (std::size_t i = 0; i < PrefixColumn::memory && begin > 0; ++i)
    begin = begin < 2 ? 0 : lines.rfind('\n', begin - 2) + 1;
  each_line(lines.substr(begin), [this](std::string_view line) {
    find_start(without_line_end(line), text_start(line), As::Line);
    positions_.remember(line);
  });
}

std::size_t Reader::plain_lines(std::string_view text) const {
  if (report_.waits_for_images() || report_.takes_every_line()) return 0;
  return filter().plain_lines(text, [&](std::string_view line) {
    const std::size_t start = text_start(line);
    return has_heading(line, start) || DocumentCapture::is_opening(line.substr(start)) ||
           holds_texts(line, start, false);
  });
}

// After prefixes, of which some may not be known yet.
bool Reader::has_heading(std::string_view line, std::size_t start) const {
  const std::string_view text = line.substr(start);
  return filter().is_heading(text) ||
         PrefixColumn::any_start(text, [this](std::string_view from) { return filter().is_heading(from); });
}

// A heading may occur where no mark does. In JSON it begins a string.
bool Reader::holds_texts(std::string_view text, std::size_t start, bool is_of_interest) const {
  if (is_of_interest) return may_hold_texts(text, start);
  return may_be_json(text, start) && any_string(text.substr(start), [&](std::string_view from) {
           return filter().is_heading(from) ||
                  (may_have_prefix(from) && filter().is_heading(from.substr(text_start(from))));
         });
}

// Frames with names have no marks, but only texts of several lines are their stacks.
bool Reader::names_in_texts(std::string_view text, std::size_t start) const {
  return formats_.size() > answering_formats && may_have_line_ends(text) && may_hold_texts(text, start);
}

Found Reader::ask_formats(std::size_t start, Frame& frame) {
  const std::string_view text = line_.text();
  for (std::size_t i = takers_.next(0); i < answering_formats; i = takers_.next(i + 1)) {
    const auto& format = formats_[i];
    frame = blank_frame;
    const Found found = format->read(text, start, report_, frame);
    last_format_ = format.get();
    if (found != Found::Nothing) return found;
  }
  return Found::Nothing;
}

// A line of a report that is not a frame to look up may be a frame with its name.
Found Reader::ask_named_formats(std::size_t start, Frame& frame, Found before) {
  if (before != Found::Nothing && before != Found::Context) return before;
  const OwnText own = own_text(line_.text(), start);
  if (own.begin == line_.text().size()) return before;
  report_.set_indented(own.indent != 0);
  frame = blank_frame;
  for (std::size_t i = answering_formats; i < formats_.size(); ++i) {
    if (formats_[i]->read(line_.text(), own.begin, report_, frame) == Found::Named) {
      last_format_ = formats_[i].get();
      frame.otherwise = before == Found::Nothing ? Otherwise::Text : Otherwise::Context;
      return Found::Named;
    }
    if (is_begun(frame)) frame = blank_frame;
  }
  return before;
}

Found Reader::read_again(std::string_view raw, Frame& frame) {
  line_.take(raw);
  const Found found = ask_formats(*start_, frame);
  positions_.take_back();
  if (found == Found::Frame) complete(frame);
  return found;
}

bool Reader::read_further(Frame& frame) {
  frame = Frame{};
  if (!last_format_->read_further(line_.text(), read_up_to_, report_, frame)) return false;
  complete(frame);
  return true;
}

void Reader::complete(Frame& frame) {
  place(frame);
  settle_in_stack(frame);
}

void Reader::place(Frame& frame) {
  read_up_to_ = frame.replaced.end;
  frame.replaced = line_.in_raw(frame.replaced);
  colours_.clear();
  line_.append_colours(frame.replaced, colours_);
  if (frame.stands_alone) return;
  if (frame.thread.empty()) frame.thread = report_.thread();
  if (frame.image.architecture == Architecture::Unknown) frame.image.architecture = report_.architecture();
}

void Reader::settle_in_stack(Frame& frame) { positions_.settle(frame, prefix(), report_.take_signal()); }

// Nothing of a line that is too long.
std::string_view Reader::prefix() const { return line_.text().substr(0, start_.value_or(0)); }

}  // namespace symkit::crashlog
