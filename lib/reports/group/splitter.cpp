#include "reports/group/splitter.h"

#include <algorithm>
#include <utility>

#include "ground/base/words.h"
#include "reports/group/line_parts.h"

namespace symkit::group {

using crashlog::Cause;
using crashlog::kernel_panic;
using crashlog::Series;

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
bool Splitter::belongs_to_open(const Cause& cause) const {
  if (!report_) return false;
  const bool same_process =
      cause.process.empty() || report_->process.empty() || cause.process == report_->process;
  if (!same_process) return false;
  if (cause.continues) return true;
  // Two places mean two errors. After an error with a place that is survived, anything may follow.
  if (!cause.file.empty() && !report_->file.empty()) return false;
  if (!report_->file.empty() && report_->knows == Knows::Error && cause.knows >= Knows::Fault) return false;
  const bool may_be_apart =
      report_->knows == Knows::Reason && report_->kind != "ANR" && !report_->kind.starts_with("kernel");
  if (cause.apart && may_be_apart) return false;
  // A complete report from a debugger or the system.
  if (cause.begins && cause.from_outside && report_->has_frames()) return false;
  // An exception with a stack of its own.
  if (cause.begins && cause.waits && report_->knows >= Knows::Error) return false;
  // A heading that the rest follows.
  if (cause.begins && cause.knows == Knows::Nothing && report_->has_frames()) return false;
  // Linux as a library fails an assertion when it panics.
  if (report_->panicked && cause.kind == "assertion failed" && since_anything_ < few_lines) return true;
  // A program that has said why it stops is then stopped by a signal.
  if (report_->knows == Knows::Reason && cause.knows <= Knows::Fault && cause.kind != "leak")
    return since_anything_ < patience_with_open;
  // An error while the program reports the reason is not another crash.
  const bool is_checked_code = !report_->kind.starts_with("Go ") && !report_->kind.starts_with("Rust ");
  if (is_checked_code && report_->message_tells && report_->has_frames() && cause.knows == Knows::Error &&
      cause.kind != "leak" && since_anything_ < few_lines)
    return true;
  // The same error again, with more details.
  if (cause.kind == report_->kind && cause.knows == Knows::Reason && report_->knows == Knows::Error &&
      !cause.begins)
    return true;
  // The same message twice: on the console, and in the report.
  if (cause.message == report_->message && cause.kind == report_->kind && !report_->message.empty() &&
      !report_->has_frames())
    return true;
  // A sanitizer's report that was cut off, followed by another's or by a message of the program.
  if (cause.begins && cause.knows >= Knows::Error && report_->knows == Knows::Error &&
      cause.kind != report_->kind)
    return false;
  // A signal that was received, then the report of it.
  if (!report_->has_frames()) return report_->knows < Knows::Reason || cause.knows < Knows::Reason;
  return !cause.begins && cause.knows <= report_->knows && cause.knows < Knows::Reason;
}

// Suppressed exceptions are indented, and so are their causes.
bool Splitter::is_of_suppressed(const Cause& cause) {
  if (cause.role != Role::Origin) return false;
  if (suppressed_indent_ && indent_ < *suppressed_indent_) suppressed_indent_.reset();
  return suppressed_indent_.has_value();
}

// Go prints the first panic, which was recovered from, first; a panic raised from it is indented.
bool Splitter::is_panic_again(const Cause& cause) const {
  return report_ && indent_ > report_indent_ && since_anything_ < 2 && !report_->has_frames() &&
         report_->kind.starts_with("Go panic") && cause.kind.starts_with("Go panic");
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

void Splitter::learn(const Cause& cause) {
  constexpr std::size_t most_message = 1000;
  Report& report = *report_;
  if (cause.appends) {
    if (report.message.size() > most_message) return;
    if (!report.message.empty()) report.message += '\n';
    report.message += cause.message;
    report.message_tells = true;
    return;
  }
  if (report.process.empty()) report.process = cause.process;
  if (report.program.empty()) report.program = cause.program;
  report.exception = std::max(report.exception, cause.exception);
  report.from_outside = report.from_outside || cause.from_outside;
  if (report.file.empty() && !cause.file.empty()) {
    report.file = cause.file;
    report.line = cause.line;
  }
  if (report.kind.empty()) report.kind = cause.kind;
  if (cause.kind == kernel_panic && report.has_frames()) report.panicked = true;
  if (cause.kind == kernel_panic && report.kind == "Go panic") report.kind = kernel_panic;
  const std::string_view access = access_of(cause);
  const bool says_more =
      !report.panicked && (cause.knows > report.knows ||
                           (cause.knows == report.knows && cause.continues && cause.knows == Knows::Reason));
  if (says_more && !cause.kind.empty()) {
    const bool refines =
        cause.continues && cause.kind == "fatal error" && !report.kind.empty() && cause.role != Role::Origin;
    report.knows = cause.knows;
    if (!refines) report.kind = cause.kind;
    if (cause.knows > Knows::Nothing && !access.empty()) report.access = access;
    // The message of a cause is not the name of a test.
    const bool is_cause = cause.role == Role::Origin && report.message_tells && !cause.message_tells;
    if (!is_cause && (!cause.message.empty() || !refines)) {
      report.message = cause.message;
      report.message_tells = cause.message_tells;
    }
    return;
  }
  if (access.empty() || report.knows == Knows::Reason) return;
  if (report.access.empty()) {
    report.access = access;
  } else if (report.access == "near null" && !access.starts_with("near")) {
    report.access += say(' ', access);
  }
}

void Splitter::take_cause(const Cause& cause, std::uint64_t line) {
  if (!belongs_to_open(cause)) {
    // A line that only adds details does not deserve a report of its own.
    if (cause.continues && cause.kind.empty()) return;
    open(line);
  }
  learn(cause);
  awaits_words_ = cause.words_follow;
  if (cause.role != Role::Crashed || cause.begins || cause.knows >= Knows::Error) {
    end_stack();
    announced_ = true;
    next_role_ = cause.role;
  }
  since_stack_ = 0;
}

void Splitter::cause(const Cause& cause, std::uint64_t line) {
  take_line(cause, line);
  since_anything_ = 0;
}

void Splitter::take_line(const Cause& cause, std::uint64_t line) {
  if (cause.what == Cause::What::End) {
    end_stack();
    announced_ = false;
    return;
  }
  if (cause.what == Cause::What::Chain) {
    chained_ = true;
    return;
  }
  if (is_panic_again(cause)) return;
  if (is_of_suppressed(cause)) {
    end_stack();
    announced_ = true;
    next_role_ = Role::OtherThread;
    since_stack_ = 0;
    return;
  }
  if (cause.what == Cause::What::Stack) {
    // All threads of a program whose end was not reported, not of the crash reported before.
    if (cause.series == Series::OfDebugger && report_ && report_->knows > Knows::Nothing &&
        !report_->from_outside && report_->has_frames())
      finish();
    if (cause.series == Series::Suppressed)
      suppressed_indent_ = std::min(indent_, suppressed_indent_.value_or(indent_));
    if (cause.continues && report_ && report_->stacks.size() == 1 &&
        report_->stacks.back().frames.size() == 1) {
      stack_open_ = true;
      announced_ = false;
      since_stack_ = 0;
      return;
    }
    end_stack();
    // Another goroutine is another thread.
    const bool is_goroutine = cause.series == Series::Goroutines;
    const bool is_next = is_goroutine ? in_goroutine_ : cause.series == Series::FirstOfMany;
    const bool has_crash = report_ && std::ranges::any_of(report_->stacks, [](const Stack& stack) {
                             return stack.role != Role::OtherThread;
                           });
    announced_ = true;
    next_role_ = is_next && has_crash ? Role::OtherThread : cause.role;
    in_goroutine_ = is_goroutine;
    since_stack_ = 0;
    return;
  }
  // The exception of a Python report follows the stack.
  if (cause.waits && !cause.begins && report_ && report_->knows == Knows::Nothing &&
      report_->kind == "exception" && report_->has_frames()) {
    learn(cause);
    end_stack();
    return;
  }
  if (cause.waits && std::exchange(chained_, false)) {
    end_stack();
    announced_ = true;
    next_role_ = Role::OtherThread;
    return;
  }
  if (cause.waits) {
    end_stack();
    // "FATAL EXCEPTION: main", then the exception.
    const std::optional<Cause> before = std::exchange(pending_, cause);
    if (before && before->exception == Exception::Fatal) pending_->exception = Exception::Fatal;
    if (before && before->message_tells && !cause.message_tells) {  // the name of the test
      pending_->message = before->message;
      pending_->message_tells = true;
    }
    pending_line_ = line;
    pending_indent_ = indent_;
    since_pending_ = 0;
    since_stack_ = 0;
    return;
  }
  if (!cause.refines.empty() && !(report_ && report_->kind == cause.refines && since_anything_ < 2))
    return other(false);
  // An exception whose cause is printed before any stack.
  if (pending_ && cause.continues && cause.role == Role::Origin) take_pending();
  pending_.reset();
  take_cause(cause, line);
}

void Splitter::take_pending() {
  Cause cause = std::move(*pending_);
  pending_.reset();
  cause.begins = true;
  const std::size_t indent = std::exchange(indent_, pending_indent_);
  take_cause(cause, pending_line_);
  indent_ = indent;
}

bool Splitter::begins_another_stack(const FrameText& frame) const {
  if (!stack_open_) return true;
  if (!frame.number) return false;
  // "most recent call last": the numbers fall.
  if (*frame.number + 1 == last_number_ && (has_one_number_ || falls_)) return false;
  return *frame.number == 0 ? last_number_ != 0 : *frame.number < last_number_;
}

void Splitter::begin_stack(Role role) {
  end_stack();
  announced_ = false;
  stack_open_ = true;
  if (report_->stacks.size() < most_stacks) report_->stacks.push_back({.role = role});
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
    const Role role = announced_ ? next_role_ : Role::Crashed;
    begin_stack(role);
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
