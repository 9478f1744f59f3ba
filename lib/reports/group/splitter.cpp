#include "reports/group/splitter.h"

#include <algorithm>
#include <utility>

#include "reports/group/line_parts.h"

namespace symkit::group {

bool Report::has_frames() const {
  return std::ranges::any_of(stacks, [](const Stack& stack) { return !stack.frames.empty(); });
}

void Splitter::open(std::uint64_t line) {
  finish();
  report_.emplace();
  report_->place = {log_, line};
  report_indent_ = indent_;
  if (!prefix_.empty()) report_->circumstances.time = time_in(prefix_);
}

// A heading before the first frame remains in effect.
void Splitter::open_for_frame(std::uint64_t line) {
  const bool announced = announced_, in_goroutine = in_goroutine_;
  open(line);
  announced_ = announced;
  in_goroutine_ = in_goroutine;
}

void Splitter::circumstances(const Circumstances& said) {
  Circumstances all = said;  // the last value counts
  all.add(said_);
  said_ = std::move(all);
  has_said_ = true;
}

// The report's own time is better than the time of the line that shows it.
void Splitter::take_circumstances() {
  Circumstances all = std::exchange(said_, {});
  all.add(report_->circumstances);
  report_->circumstances = std::move(all);
  has_said_ = false;
}

void Splitter::finish() {
  end_stack();
  announced_ = false;
  in_goroutine_ = false;
  awaits_words_ = false;
  suppressed_indent_.reset();
  if (!report_) return;
  if (has_said_ && !report_->has_frames()) take_circumstances();
  if (!report_->file.empty() && !report_->has_frames()) stand_in_for_stack();
  const bool says_something = report_->has_frames() || report_->knows > Knows::Nothing;
  Report done = std::move(*report_);
  if (done.process.empty()) done.process = process_;
  report_.reset();
  if (says_something) take_(std::move(done));
}

// Without a stack the file that the reason names replaces a function.
void Splitter::stand_in_for_stack() {
  const FrameText frame{
      .function = last_of_path(report_->file), .file = report_->file, .line = report_->line};
  report_->stacks.push_back({.frames = {{sites_.of(frame), frame.line}}});
}

void Splitter::add_used_sites(std::vector<SiteNumber*>& used) {
  if (!report_) return;
  for (Stack& stack : report_->stacks)
    for (ShownFrame& frame : stack.frames) used.push_back(&frame.site);
}

// Whether a line is about the open crash, not about another.
bool Splitter::belongs_to_open(const Meaning& meaning) const {
  if (!report_) return false;
  const bool same_process =
      meaning.process.empty() || report_->process.empty() || meaning.process == report_->process;
  if (!same_process) return false;
  if (meaning.continues) return true;
  // Two places mean two errors. After an error with a place that is survived, anything may follow.
  if (!meaning.file.empty() && !report_->file.empty()) return false;
  if (!report_->file.empty() && report_->knows == Knows::Error && meaning.knows >= Knows::Fault) return false;
  const bool may_be_apart =
      report_->knows == Knows::Reason && report_->kind != "ANR" && !report_->kind.starts_with("kernel");
  if (meaning.apart && may_be_apart) return false;
  // A complete report from a debugger or the system.
  if (meaning.begins && meaning.from_outside && report_->has_frames()) return false;
  // An exception with a stack of its own.
  if (meaning.begins && meaning.waits && report_->knows >= Knows::Error) return false;
  // A heading that the rest follows.
  if (meaning.begins && meaning.knows == Knows::Nothing && report_->has_frames()) return false;
  // Linux as a library fails an assertion when it panics.
  if (report_->panicked && meaning.kind == "assertion failed" && since_anything_ < few_lines) return true;
  // A program that has said why it stops is then stopped by a signal.
  if (report_->knows == Knows::Reason && meaning.knows <= Knows::Fault && meaning.kind != "leak")
    return since_anything_ < patience_with_open;
  // An error while the program reports the reason is not another crash.
  const bool is_checked_code = !report_->kind.starts_with("Go ") && !report_->kind.starts_with("Rust ");
  if (is_checked_code && report_->message_tells && report_->has_frames() && meaning.knows == Knows::Error &&
      meaning.kind != "leak" && since_anything_ < few_lines)
    return true;
  // The same error again, with more details.
  if (meaning.kind == report_->kind && meaning.knows == Knows::Reason && report_->knows == Knows::Error &&
      !meaning.begins)
    return true;
  // The same message twice: on the console, and in the report.
  if (meaning.message == report_->message && meaning.kind == report_->kind && !report_->message.empty() &&
      !report_->has_frames())
    return true;
  // A sanitizer's report that was cut off, followed by another's or by a message of the program.
  if (meaning.begins && meaning.knows >= Knows::Error && report_->knows == Knows::Error &&
      meaning.kind != report_->kind)
    return false;
  // A signal that was received, then the report of it.
  if (!report_->has_frames()) return report_->knows < Knows::Reason || meaning.knows < Knows::Reason;
  return !meaning.begins && meaning.knows <= report_->knows && meaning.knows < Knows::Reason;
}

// Suppressed exceptions are indented, and so are their causes.
bool Splitter::is_of_suppressed(const Meaning& meaning) {
  if (meaning.role != Role::Cause) return false;
  if (suppressed_indent_ && indent_ < *suppressed_indent_) suppressed_indent_.reset();
  return suppressed_indent_.has_value();
}

// Go prints the first panic, which was recovered from, first; a panic raised from it is indented.
bool Splitter::is_panic_again(const Meaning& meaning) const {
  return report_ && indent_ > report_indent_ && since_anything_ < 2 && !report_->has_frames() &&
         report_->kind.starts_with("Go panic") && meaning.kind.starts_with("Go panic");
}

bool Splitter::awaits_python_error() const {
  return report_ && report_->kind == "exception" && report_->knows == Knows::Nothing && !pending_ &&
         indent_ == report_indent_ && report_->has_frames();
}

void Splitter::words(std::string_view text) {
  awaits_words_ = false;
  since_anything_ = 0;
  if (!report_ || !report_->message.empty()) return;
  report_->message = text;
  report_->message_tells = true;
}

void Splitter::learn(const Meaning& meaning) {
  constexpr std::size_t most_message = 1000;
  Report& report = *report_;
  if (meaning.appends) {
    if (report.message.size() > most_message) return;
    if (!report.message.empty()) report.message += '\n';
    report.message += meaning.message;
    report.message_tells = true;
    return;
  }
  if (report.process.empty()) report.process = meaning.process;
  if (report.program.empty()) report.program = meaning.program;
  report.exception = std::max(report.exception, meaning.exception);
  report.from_outside = report.from_outside || meaning.from_outside;
  if (report.file.empty() && !meaning.file.empty()) {
    report.file = meaning.file;
    report.line = meaning.line;
  }
  if (report.kind.empty()) report.kind = meaning.kind;
  if (meaning.kind == kernel_panic && report.has_frames()) report.panicked = true;
  if (meaning.kind == kernel_panic && report.kind == "Go panic") report.kind = kernel_panic;
  const bool says_more =
      !report.panicked &&
      (meaning.knows > report.knows ||
       (meaning.knows == report.knows && meaning.continues && meaning.knows == Knows::Reason));
  if (says_more && !meaning.kind.empty()) {
    const bool refines = meaning.continues && meaning.kind == "fatal error" && !report.kind.empty() &&
                         meaning.role != Role::Cause;
    report.knows = meaning.knows;
    if (!refines) report.kind = meaning.kind;
    if (meaning.knows > Knows::Nothing && !meaning.access.empty()) report.access = meaning.access;
    // The message of a cause is not the name of a test.
    const bool is_cause = meaning.role == Role::Cause && report.message_tells && !meaning.message_tells;
    if (!is_cause && (!meaning.message.empty() || !refines)) {
      report.message = meaning.message;
      report.message_tells = meaning.message_tells;
    }
    return;
  }
  if (meaning.access.empty() || report.knows == Knows::Reason) return;
  if (report.access.empty()) {
    report.access = meaning.access;
  } else if (report.access == "near null" && !meaning.access.starts_with("near")) {
    report.access += ' ' + meaning.access;
  }
}

void Splitter::take_cause(const Meaning& meaning, std::uint64_t line) {
  if (!belongs_to_open(meaning)) {
    // A line that only adds details does not deserve a report of its own.
    if (meaning.continues && meaning.kind.empty()) return;
    open(line);
  }
  learn(meaning);
  awaits_words_ = meaning.words_follow;
  if (meaning.role != Role::Crash || meaning.begins || meaning.knows >= Knows::Error) {
    end_stack();
    announced_ = true;
    next_role_ = meaning.role;
    next_thread_.clear();
  }
  since_stack_ = 0;
}

void Splitter::meaning(const Meaning& meaning, std::uint64_t line) {
  take_meaning(meaning, line);
  since_anything_ = 0;
}

void Splitter::take_meaning(const Meaning& meaning, std::uint64_t line) {
  if (meaning.what == Meaning::What::End) {
    end_stack();
    announced_ = false;
    return;
  }
  if (meaning.what == Meaning::What::Chain) {
    chained_ = true;
    return;
  }
  if (is_panic_again(meaning)) return;
  if (is_of_suppressed(meaning)) {
    end_stack();
    announced_ = true;
    next_role_ = Role::Other;
    since_stack_ = 0;
    return;
  }
  if (meaning.what == Meaning::What::Stack) {
    // All threads of a program whose end was not reported, not of the crash reported before.
    if (meaning.thread == of_debugger && report_ && report_->knows > Knows::Nothing &&
        !report_->from_outside && report_->has_frames())
      finish();
    if (meaning.thread == suppressed)
      suppressed_indent_ = std::min(indent_, suppressed_indent_.value_or(indent_));
    if (meaning.continues && report_ && report_->stacks.size() == 1 &&
        report_->stacks.back().frames.size() == 1) {
      stack_open_ = true;
      announced_ = false;
      since_stack_ = 0;
      return;
    }
    end_stack();
    // Another goroutine is another thread.
    const bool is_goroutine = meaning.thread == goroutine;
    const bool is_next = is_goroutine ? in_goroutine_ : meaning.thread == first_of_many;
    const bool has_crash = report_ && std::ranges::any_of(report_->stacks, [](const Stack& stack) {
                             return stack.role != Role::Other;
                           });
    announced_ = true;
    next_role_ = is_next && has_crash ? Role::Other : meaning.role;
    next_thread_ = meaning.thread;
    in_goroutine_ = is_goroutine;
    since_stack_ = 0;
    return;
  }
  // The exception of a Python report follows the stack.
  if (meaning.waits && !meaning.begins && report_ && report_->knows == Knows::Nothing &&
      report_->kind == "exception" && report_->has_frames()) {
    learn(meaning);
    end_stack();
    return;
  }
  if (meaning.waits && std::exchange(chained_, false)) {
    end_stack();
    announced_ = true;
    next_role_ = Role::Other;
    return;
  }
  if (meaning.waits) {
    end_stack();
    // "FATAL EXCEPTION: main", then the exception.
    const std::optional<Meaning> before = std::exchange(pending_, meaning);
    if (before && before->exception == Exception::Fatal) pending_->exception = Exception::Fatal;
    if (before && before->message_tells && !meaning.message_tells) {  // the name of the test
      pending_->message = before->message;
      pending_->message_tells = true;
    }
    pending_line_ = line;
    pending_indent_ = indent_;
    since_pending_ = 0;
    since_stack_ = 0;
    return;
  }
  if (!meaning.refines.empty() && !(report_ && report_->kind == meaning.refines && since_anything_ < 2))
    return other(false);
  // An exception whose cause is printed before any stack.
  if (pending_ && meaning.continues && meaning.role == Role::Cause) take_pending();
  pending_.reset();
  take_cause(meaning, line);
}

void Splitter::take_pending() {
  Meaning meaning = std::move(*pending_);
  pending_.reset();
  meaning.begins = true;
  const std::size_t indent = std::exchange(indent_, pending_indent_);
  take_cause(meaning, pending_line_);
  indent_ = indent;
}

bool Splitter::begins_another_stack(const FrameText& frame) const {
  if (!stack_open_) return true;
  if (!frame.number) return false;
  // "most recent call last": the numbers fall.
  if (*frame.number + 1 == last_number_ && (has_one_number_ || falls_)) return false;
  return *frame.number == 0 ? last_number_ != 0 : *frame.number < last_number_;
}

void Splitter::begin_stack(Role role, std::string_view thread) {
  end_stack();
  announced_ = false;
  stack_open_ = true;
  if (report_->stacks.size() < most_stacks)
    report_->stacks.push_back({.role = role, .thread = std::string(thread)});
}

// Inlined calls precede the frame that contains them, whichever order the stack has.
void Splitter::turn_round(std::vector<ShownFrame>& frames) {
  std::ranges::reverse(frames);
  for (auto at = frames.begin(); at != frames.end();) {
    const auto behind =
        std::find_if(at + 1, frames.end(), [](const ShownFrame& one) { return !one.inlined; });
    std::reverse(at, behind);
    at = behind;
  }
}

void Splitter::end_stack() {
  if (stack_open_ && report_ && !report_->stacks.empty()) {
    Stack& stack = report_->stacks.back();
    if (std::exchange(stack.innermost_last, false)) turn_round(stack.frames);
  }
  stack_open_ = false;
  last_lacks_place_ = false;
}

void Splitter::frame(const FrameText& frame, std::uint64_t line) {
  since_anything_ = 0;
  since_stack_ = 0;
  awaits_words_ = false;
  if (pending_) take_pending();
  if (frame.completes_last) {
    if (!stack_open_ || !last_lacks_place_ || report_->stacks.back().frames.empty()) return;
    ShownFrame& last = report_->stacks.back().frames.back();
    FrameText whole = frame;
    const Site& site = sites_[last.site];
    const std::string function = site.function, image = site.image;
    whole.function = function;
    whole.image = image;
    last = {sites_.of(whole), frame.line, last.inlined};
    last_lacks_place_ = false;
    return;
  }
  if (!report_) open_for_frame(line);
  if (announced_ || begins_another_stack(frame)) {
    const Role role = announced_ ? next_role_ : Role::Crash;
    begin_stack(role, next_thread_);
  }
  if (has_said_) take_circumstances();
  Stack& stack = report_->stacks.back();
  take_number(frame, stack);
  stack.innermost_last = frame.innermost_last || falls_;
  last_lacks_place_ = frame.file.empty();
  if (stack.frames.size() < Stack::most_frames) {
    stack.frames.push_back({sites_.of(frame), frame.line, frame.inlined});
  } else if (stack.innermost_last) {
    std::ranges::rotate(stack.frames, stack.frames.begin() + 1);
    stack.frames.back() = {sites_.of(frame), frame.line, frame.inlined};
    ++stack.left_out;
  } else {
    ++stack.left_out;
    last_lacks_place_ = false;
  }
}

// Whether the numbers fall; inlined calls share the number of the frame that contains them.
void Splitter::take_number(const FrameText& frame, const Stack& stack) {
  const std::uint32_t number = frame.number.value_or(0);
  if (stack.frames.empty() || !frame.number || number != last_number_) {
    falls_ = !stack.frames.empty() && frame.number && number + 1 == last_number_;
    has_one_number_ = stack.frames.empty();
  }
  last_number_ = number;
}

void Splitter::other(bool is_blank) {
  ++since_stack_;
  ++since_anything_;
  if (pending_ && ++since_pending_ > patience_with_pending) pending_.reset();
  // A stack without numbers ends at other text; Java's "... 12 more" does no harm.
  if (stack_open_ && (is_blank || since_stack_ > 3)) end_stack();
  if (report_ && since_anything_ > patience_with_open) finish();
}

}  // namespace symkit::group
