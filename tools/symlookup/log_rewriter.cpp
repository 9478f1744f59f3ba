#include "symlookup/log_rewriter.h"

#include <string>
#include <utility>

#include "symlookup/answerer.h"

namespace symkit::symlookup {
namespace {

std::string_view line_end_of(std::string_view line) {
  if (line.ends_with("\r\n")) return line.substr(line.size() - 2);
  return line.ends_with('\n') ? line.substr(line.size() - 1) : std::string_view{};
}

}  // namespace

LogRewriter::LogRewriter(LogWork work) : work_(work), description_(work.resolver) {
  reader_.report().set_kernel(work.kernel);
}

Result<void> LogRewriter::rewrite(io::Input& input) {
  io::Lines lines(input);
  Result<void> done;
  work_.resolver.begin_log();
  while (done && !work_.output.stopped()) {
    const auto line = lines.next();
    if (!line) {
      done = fail(line.error());
    } else if (!*line) {
      break;
    } else {
      done = rewrite_from(**line, lines);
      if (done && !lines.buffered()) done = flush(lines);
    }
  }
  finish();
  return done;
}

// The input may be a live one: what is decided goes out, and a stack whose end is late is answered.
Result<void> LogRewriter::flush(io::Lines& lines) {
  auto done = work_.output.flush();
  if (!done || stack_.empty() || lines.ready(stack_.patience())) return done;
  release_stack();
  return work_.output.flush();
}

// A line, and where it is an address also those behind it that are: they may be very many.
Result<void> LogRewriter::rewrite_from(const io::Line& first, io::Lines& lines) {
  for (std::optional<io::Line> line = first; line;) {
    answered_address_ = false;
    rewrite_line(*line);
    line.reset();
    if (!answered_address_ || !work_.addresses->many_at_hand(lines)) continue;
    const auto run = work_.addresses->answer_run(lines);
    if (!run) return fail(run.error());
    line_number_ += run->lines;
    line = run->next;
  }
  return {};
}

void LogRewriter::rewrite_line(const io::Line& line) {
  if (line.begins) ++line_number_;
  if (captured(line)) return;  // its time will come
  if (line.begins && line.ends) {
    take(line.text);
  } else if (held_.empty()) {
    pass(line.text);  // a piece of a line that is too long to be a frame's
  } else {
    hold(line.text);
  }
}

// Whether the line waits for the rest of a document, or was its last.
bool LogRewriter::captured(const io::Line& line) {
  using Verdict = crashlog::DocumentCapture::Verdict;
  Verdict verdict = capture_.take(line.text, line.begins, line.ends);
  if (verdict == Verdict::Refused || verdict == Verdict::Broken) {
    if (verdict == Verdict::Broken) {
      drop_document("a JSON report is broken or cut off");
    } else {
      let_go();
    }
    verdict = capture_.take(line.text, line.begins, line.ends);
  }
  if (verdict == Verdict::Ordinary || verdict == Verdict::Refused || verdict == Verdict::Broken) return false;
  if (!captured_.has_room_for(line.text, held_)) {
    capture_.give_up();
    drop_document("a JSON report is too long to wait for its end");
    return false;
  }
  if (capture_.decided() || verdict == Verdict::Complete) {
    if (!held_.empty()) release_held();
    reader_.report().images_complete();
  }
  captured_.add(line.text, line_number_);
  if (verdict == Verdict::Complete) write_document();
  return true;
}

// What was captured goes out as it came.
void LogRewriter::drop_document(std::string_view problem) {
  reader_.report().note_problem(problem);
  captured_.release([&](std::string_view line, std::uint64_t) { pass(line); });
}

// The lines are none of a document after all.
void LogRewriter::let_go() {
  const std::uint64_t at = line_number_;
  captured_.release([&](std::string_view line, std::uint64_t number) {
    line_number_ = number;
    take(line);
  });
  line_number_ = at;
}

void LogRewriter::write_document() {
  release_stack();
  DocumentWriter writer(work_.output, description_, summary_, work_.context);
  const auto written = writer.write(captured_.bytes(), capture_.prefixed(), work_.json, work_.style);
  for (const auto& [problem, times] : writer.problems())
    for (std::size_t i = 0; i < times; ++i) reader_.report().note_problem(problem);
  if (!written) return drop_document(written.error().message);
  captured_.release([](std::string_view, std::uint64_t) {});
}

void LogRewriter::take(std::string_view line) {
  crashlog::Report& report = reader_.report();
  if (held_.empty() && !report.waits_for_images() && answer_address(line)) return;
  const std::uint64_t reports_before = report.reports_begun();
  const crashlog::Found found = reader_.read(line, frame_);
  // A report that listed no images is over when the next one begins.
  if (!held_.empty() && report.reports_begun() != reports_before) release_held();
  if (report.waits_for_images()) return hold(line);
  if (!held_.empty()) {
    held_.add(line, line_number_);
    return release_held();
  }
  write_found(found, line, line_number_);
}

void LogRewriter::hold(std::string_view line) {
  if (held_.has_room_for(line, captured_)) return held_.add(line, line_number_);
  summary_.gave_up_waiting();
  reader_.report().images_complete();
  held_.release([&](std::string_view held, std::uint64_t) { pass(held); });
  pass(line);
}

void LogRewriter::release_held() {
  crashlog::Report& report = reader_.report();
  report.replay(true);
  held_.release([&](std::string_view line, std::uint64_t number) { write_line(line, number); });
  report.replay(false);
}

void LogRewriter::finish() {
  if (capture_.active()) {
    const bool decided = capture_.decided();
    capture_.give_up();
    if (decided) {
      drop_document("a JSON report is broken or cut off");
    } else {
      let_go();
    }
  }
  if (!held_.empty()) release_held();
  release_stack();
  summary_.take_problems(reader_.report().problems());
}

void LogRewriter::write_line(std::string_view line, std::uint64_t number) {
  write_found(reader_.read(line, frame_), line, number);
}

void LogRewriter::write_found(crashlog::Found found, std::string_view line, std::uint64_t number) {
  switch (found) {
    case crashlog::Found::Frame: return write_frames(line, number);
    case crashlog::Found::Lines: return write_lines(line, number);
    case crashlog::Found::Context:  // a frame that has its place already may stand between others
      if (stack_.empty() || stack_.is_full()) return pass(line);
      return stack_.add(line, number);
    default: return pass(line);
  }
}

// One line that says several frames: each gets its own.
void LogRewriter::write_lines(std::string_view line, std::uint64_t number) {
  const std::string_view end = line_end_of(line);
  const std::string lines = std::move(reader_.report().lines());
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t next = lines.find('\n', at);
    const std::string one = lines.substr(at, next - at) + std::string(end.empty() ? "\n" : end);
    if (reader_.read(one, frame_) == crashlog::Found::Frame) {
      write_frames(one, number);
    } else {
      pass(one);
    }
    at = next + 1;
  }
}

// At once, or held until the stack's end where that decides on what is believed.
void LogRewriter::write_frames(std::string_view line, std::uint64_t number) {
  const bool begins_here = stack_.empty();
  bool waits = work_.resolver.hear(frame_);
  if (begins_here && !waits && !frame_.shares_line)
    return write_frame(line, number, {frame_, reader_.colours()});
  stack_.add(line, number);
  stack_.add_frame(frame_, reader_.colours());
  while (frame_.shares_line && reader_.read_further(frame_)) {
    waits = work_.resolver.hear(frame_) || waits;
    stack_.add_frame(frame_, reader_.colours());
  }
  if ((begins_here && !waits) || stack_.is_full()) release_stack();
}

void LogRewriter::release_stack() {
  const HeldStack stack = std::exchange(stack_, {});
  for (const HeldLine& line : stack.lines()) write_held(line);
}

void LogRewriter::write_held(const HeldLine& line) {
  if (line.frames.empty()) return pass(line.text);
  written_of_line_ = 0;
  for (const HeldFrame& frame : line.frames) write_frame(line.text, line.number, frame);
  if (line.frames.front().frame.shares_line && !work_.json)
    work_.output.write(line.text.substr(written_of_line_));
}

void LogRewriter::pass(std::string_view bytes) {
  release_stack();
  stack_has_context_ = false;
  if (!work_.json) work_.output.write(bytes);
}

bool LogRewriter::answer_address(std::string_view line) {
  answered_address_ = work_.addresses != nullptr;
  if (!answered_address_) return false;
  if (!stack_.empty()) {
    if (!read_address(trimmed(line))) return answered_address_ = false;
    release_stack();
  }
  answered_address_ = work_.addresses->answer_line(line);
  return answered_address_;
}

void LogRewriter::write_frame(std::string_view line, std::uint64_t number, const HeldFrame& held) {
  const print::Located& located = description_.describe(held.frame);
  summary_.count(located, held.frame, description_.answer());
  write_answer(line, number, held, located);
}

void LogRewriter::write_answer(std::string_view line, std::uint64_t number, const HeldFrame& held,
                               const print::Located& located) {
  const crashlog::Frame& frame = held.frame;
  print::Output& output = work_.output;
  if (frame.number && *frame.number == 0) stack_has_context_ = false;
  if (work_.json) {
    print::append_frame_json(output.buffer(), {number, frame.thread, frame.number, frame.image.id.hex()},
                             located);
  } else if (frame.shares_line) {
    add_to_line(line, held, located);
  } else if (located.frames.empty()) {
    output.write(line);
  } else {
    const std::string_view end = line_end_of(line);
    const std::string_view content = line.substr(0, line.size() - end.size());
    before_ = content.substr(0, frame.replaced.begin);
    before_ += frame.columns;
    print::append_frame_line(output.buffer(),
                             {before_, content.substr(frame.replaced.end), end, held.colours}, located,
                             work_.style);
    if (work_.context != nullptr && !stack_has_context_)
      stack_has_context_ = work_.context->append(output.buffer(), located.frames);
  }
  output.written();
}

// A line of several frames stays one line: each description takes the place of its own frame.
void LogRewriter::add_to_line(std::string_view line, const HeldFrame& held, const print::Located& located) {
  const crashlog::Frame& frame = held.frame;
  std::string& out = work_.output.buffer();
  if (located.frames.empty()) return;
  out += line.substr(written_of_line_, frame.replaced.begin - written_of_line_);
  out += frame.columns;
  print::append_frame_words(out, located, work_.style);
  out += held.colours;
  written_of_line_ = frame.replaced.end;
}

}  // namespace symkit::symlookup
