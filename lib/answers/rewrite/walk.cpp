#include "answers/rewrite/walk.h"

#include <utility>

#include "ground/base/each_line.h"
#include "logs/crashlog/nested_text.h"

namespace symkit::rewrite {
namespace {

using crashlog::Found;
using crashlog::LogLine;

constexpr std::string_view broken_document = "a JSON report is broken or truncated";

bool has_line_ends(std::string_view line) {
  crashlog::NestedText texts(line);
  crashlog::NestedPart part;
  while (texts.next(part))
    if (!part.line_end.empty()) return true;
  return false;
}

}  // namespace

std::string_view FramesOfLine::colours() const { return reader_.colours(); }

bool FramesOfLine::next() { return frame_.shares_line && reader_.read_further(frame_); }

Walk::Walk(Visitor& visitor, const crashlog::Knowledge& known, crashlog::ReadFor wanted)
    : visitor_(visitor), wanted_(wanted), reader_(wanted) {
  reader_.report().set_knowledge(known);
}

void Walk::begin(io::Input& log) {
  crashlog::Report& report = reader_.report();
  report.begin();
  report.begin_boot();
  foresight_.reset();
  auto again = log.again();
  reader_.begin_log({});
  if (again) {
    show_beginning(*again);
    foresight_ = std::make_unique<Foresight>(std::move(again), report.reports_begun(), report.boots_begun());
  }
  capture_.guess(foresight_ != nullptr);
}

void Walk::show_beginning(io::Input& log) {
  const auto beginning = log.peek();
  reader_.begin_log(beginning ? *beginning : std::string_view());
}

void Walk::take(const io::Line& line, std::uint64_t number) {
  number_ = number;
  take_further(line);
}

// A line, or the rest of it after a document.
void Walk::take_further(const io::Line& line) {
  if (captured(line)) return;  // it is read later
  const LogLine whole{.raw = line.text, .text = line.text, .number = number_};
  if (line.begins && line.ends) {
    read(whole);
  } else if (held_.empty()) {
    visitor_.give_back(line.text, number_);  // a piece of a line that is too long to be a frame
  } else {
    hold(whole);
  }
}

std::size_t Walk::take_plain(std::string_view text) {
  const std::size_t size = held_.empty() && !capture_.active() ? reader_.plain_lines(text) : 0;
  if (size == 0) return 0;
  reader_.pass_plain_lines(text.substr(0, size));
  visitor_.pass(text.substr(0, size));
  return size;
}

std::uint64_t Walk::take_plain(io::Lines& lines) {
  const std::size_t size = lines.whole_line().empty() ? 0 : take_plain(lines.at_hand());
  return size == 0 ? 0 : count_line_ends(lines.whole_lines(size));
}

bool Walk::take_answered(const io::Line& line, std::uint64_t number) {
  if (!held_.empty() || capture_.active() || reader_.report().takes_every_line()) return false;
  if (wanted_ == crashlog::ReadFor::Answers) {
    reader_.pass_plain_lines(line.text);
    visitor_.pass(line.text);
    return true;
  }
  number_ = number;
  read_names({.raw = line.text, .text = line.text, .number = number});
  return true;
}

// To those who look frames up the line is text.
void Walk::read_names(LogLine line) {
  reader_.end_stack();
  visitor_.pass({});
  is_answered_ = true;
  const Found found = read_line(line);
  found == Found::Names ? read_parts(line) : visit(found, line);
  is_answered_ = false;
}

bool Walk::is_between_reports() const {
  const crashlog::Report& report = reader_.report();
  return held_.empty() && !capture_.active() && !report.waits_for_images() && !report.takes_every_line() &&
         !report.replaying();
}

void Walk::finish() {
  if (capture_.active()) {
    const bool decided = capture_.decided();
    capture_.give_up();
    if (decided) {
      drop_document(broken_document);
    } else {
      let_go();
    }
  }
  if (!held_.empty()) release_held();
}

void Walk::read(LogLine line) {
  crashlog::Report& report = reader_.report();
  const std::uint64_t reports_before = report.reports_begun();
  take_text(line);
  const Found found = read_frame(line);
  if (found == Found::Texts) return read_texts(line);
  if (found == Found::Names && held_.empty() && !report.waits_for_images()) return read_names(line);
  tell_images(report, told_);
  // A report that listed no images is over when the next one begins.
  if (!held_.empty() && report.reports_begun() != reports_before) {
    release_held();
    take_text(line);
  }
  if (report.waits_for_images()) return hold(line);
  if (held_.empty()) return visit(found, line);
  held_.add(line);
  release_held();
}

// A document is answered as one, even in a string; the lines of all other texts are lines of the log.
void Walk::read_texts(const LogLine& line) {
  static constexpr crashlog::WantedDocuments wanted = {crashlog::DocumentCapture::names_document,
                                                       crashlog::DocumentCapture::may_hold_documents};
  const bool may_have_one = line.is_whole() && (wanted.is_one(line.raw) || wanted.may_hold_one(line.raw));
  const auto changed =
      may_have_one
          ? crashlog::with_changed_documents(
                line.raw, wanted, [&](std::string_view document) { return answer_document(document); })
          : std::nullopt;
  LogLine made = line;
  if (changed) made.raw = *changed;
  read_parts(made);
}

void Walk::read_parts(const LogLine& line) {
  crashlog::NestedText texts(line.raw);
  crashlog::NestedPart part;
  // If the report takes every line, only those members of a record that a line end follows are its lines.
  // The record's first line may be the one that makes the report do so.
  std::optional<bool> has_lines;
  const auto is_other_member = [&] {
    if (!part.line_end.empty() || !part.stands_alone || !reader_.report().takes_every_line()) return false;
    if (!has_lines) has_lines = has_line_ends(line.raw);
    return *has_lines;
  };
  bool had_stack = false;
  has_frames_ = false;
  while (texts.next(part)) {
    had_stack = had_stack || part.begins_text;
    if (is_other_member()) part.nesting = {};
    read({.raw = part.text,
          .number = line.number,
          .nesting = part.nesting,
          .is_between = !part.is_text(),
          .stands_alone = part.stands_alone,
          .begins_text = part.begins_text});
  }
  if (had_stack || !has_frames_) reader_.end_stack();
  if (!held_.empty()) return;
  if (!has_frames_) visitor_.pass({});
  visitor_.end_texts(line);
}

void Walk::take_text(LogLine& line) {
  line.text = line.raw;
  if (!line.nesting) return;
  text_ = crashlog::Unescaped(line.raw, line.nesting);
  line.text = text_.text();
}

Found Walk::read_line(LogLine& line) {
  using As = crashlog::Reader::As;
  if (line.is_between) return Found::Context;
  if (line.begins_text) reader_.end_stack();
  const bool may_hold_texts = line.is_whole() && !reader_.report().replaying();
  const As as = may_hold_texts ? As::LineOrTexts : line.stands_alone ? As::Fragment : As::Line;
  const Found found =
      is_answered_ ? reader_.read_names(line.text, frame_, as) : reader_.read(line.text, frame_, as);
  line.start = reader_.start();
  line.begins_column = reader_.begins_column();
  return found;
}

Found Walk::read_frame(LogLine& line) {
  Found found = read_line(line);
  const bool wants_more =
      found == Found::Frame && foresight_ != nullptr && !reader_.report().waits_for_images();
  if (wants_more && Foresight::helps(frame_) && foresight_->look(frame_, reader_.report()))
    found = reader_.read_again(line.text, frame_);
  return found;
}

void Walk::visit(Found found, const LogLine& line) {
  has_frames_ = has_frames_ || found == Found::Frame ||
                (found == Found::Named && frame_.otherwise == crashlog::Otherwise::Frame);
  switch (found) {
    case Found::Frame:
    case Found::Named: {
      FramesOfLine frames(line, reader_, frame_);
      return found == Found::Frame ? visitor_.frames(frames) : visitor_.named(frames);
    }
    case Found::Lines: return visit_lines(line);
    case Found::Context: return visitor_.context(line);
    default: return visitor_.unknown(line);
  }
}

// A line with several frames: each is visited by itself.
void Walk::visit_lines(const LogLine& line) {
  const std::string_view end = line_end_of(line.text);
  const std::string lines = std::move(reader_.report().lines());
  std::size_t left = lines.size();
  each_line(lines, [&](std::string_view one) {
    one.remove_suffix(line_end_of(one).size());
    // The last line of a text has no line end, and neither does its replacement.
    left -= one.size() + 1;
    const bool is_last_of_text = line.nesting && end.empty() && left == 0;
    const std::string ended = std::string(one) + std::string(is_last_of_text ? "" : end.empty() ? "\n" : end);
    std::string raw;
    crashlog::append_nested(raw, ended, line.nesting);
    const bool is_frame = reader_.read(ended, frame_) == Found::Frame;
    LogLine made = line;
    made.raw = raw;
    made.text = ended;
    made.start = reader_.start();
    visit(is_frame ? Found::Frame : Found::Nothing, made);
  });
}

// Reports the images that a line has added to the list. A new report forgets those of the one before.
void Walk::tell_images(const crashlog::Report& report, Told& told) {
  if (report.reports_begun() != told.report) told = {.report = report.reports_begun()};
  for (; told.images < report.images().size(); ++told.images) visitor_.image(report.images()[told.images]);
}

void Walk::hold(const LogLine& line) {
  if (held_.has_room_for(line.raw, captured_)) return held_.add(line);
  if (foresight_ != nullptr && foresight_->look_for_images(reader_.report())) {
    reader_.report().images_complete();
    held_.add(line);
    return release_held();
  }
  visitor_.gave_up_waiting();
  reader_.report().images_complete();
  held_.release([&](const LogLine& held) { give_back(held); });
  give_back(line);
}

// A line that waited in vain. The names in it are as good as ever.
void Walk::give_back(const LogLine& line) {
  if (wanted_ == crashlog::ReadFor::Answers) return visitor_.give_back(line.raw, line.number);
  read_names({.raw = line.raw, .text = line.raw, .number = line.number});
}

void Walk::release_held() {
  crashlog::Report& report = reader_.report();
  report.replay(true);
  held_.release([&](LogLine line) {
    take_text(line);
    const Found found = read_line(line);
    visit(found, line);
  });
  report.replay(false);
}

// Whether the line waits for the rest of a document, or was its last.
bool Walk::captured(const io::Line& line) {
  const Verdict verdict = ask_capture(line);
  const bool is_of_document =
      verdict == Verdict::Undecided || verdict == Verdict::Inside || verdict == Verdict::Complete;
  if (!is_of_document) return false;
  if (!captured_.has_room_for(line.text, held_)) {
    capture_.give_up();
    drop_document("a JSON report is too long to wait for its end");
    return false;
  }
  if ((capture_.decided() || verdict == Verdict::Complete) && !capture_.is_guess()) {
    if (!held_.empty()) release_held();
    reader_.report().images_complete();
  }
  const std::string_view own = line.text.substr(0, capture_.taken());
  captured_.add({.raw = own, .text = own, .number = number_});
  if (verdict == Verdict::Complete) read_document();
  if (own.size() < line.text.size()) take_further({line.text.substr(own.size()), true, line.ends});
  return true;
}

// The document before may end with this line; then the line is examined by itself.
Walk::Verdict Walk::ask_capture(const io::Line& line) {
  const Verdict verdict = capture_.take(line.text, line.begins, line.ends);
  if (verdict == Verdict::Refused) {
    let_go();
  } else if (verdict == Verdict::Broken) {
    drop_document(broken_document);
  } else {
    return verdict;
  }
  return capture_.take(line.text, line.begins, line.ends);
}

// The lines turned out not to be a document.
void Walk::let_go() {
  captured_.release([&](const LogLine& line) { read(line); });
}

// The captured lines are given back unchanged. If the document was only a guess, they are read as lines.
void Walk::drop_document(std::string_view problem) {
  if (capture_.is_guess()) return let_go();
  reader_.report().note_problem(problem);
  captured_.release([&](const LogLine& line) { give_back(line); });
}

}  // namespace symkit::rewrite
