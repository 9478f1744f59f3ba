#include "group/splitter.h"

#include <algorithm>
#include <utility>

namespace symkit::group {

bool Report::has_frames() const {
  return std::ranges::any_of(stacks, [](const Stack& stack) { return !stack.frames.empty(); });
}

void Splitter::open(std::uint64_t line) {
  finish();
  report_.emplace();
  report_->place = {log_, line};
  if (!prefix_.empty()) report_->circumstances.time = time_in(prefix_);
}

void Splitter::circumstances(const Circumstances& said) {
  Circumstances all = said;  // the last word counts
  all.add(said_);
  said_ = std::move(all);
  has_said_ = true;
}

// The report's own time is better than that of the line which tells of it.
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
  if (!report_) return;
  if (has_said_ && !report_->has_frames()) take_circumstances();
  const bool says_something = report_->has_frames() || report_->knows > Knows::Nothing;
  Report done = std::move(*report_);
  if (done.process.empty()) done.process = process_;
  report_.reset();
  if (says_something) take_(std::move(done));
}

void Splitter::add_used_sites(std::vector<SiteNumber*>& used) {
  if (!report_) return;
  for (Stack& stack : report_->stacks)
    for (ShownFrame& frame : stack.frames) used.push_back(&frame.site);
}

// Whether what a line says is of the crash that is being told, not of another.
bool Splitter::belongs_to_open(const Meaning& meaning) const {
  if (!report_) return false;
  const bool same_process =
      meaning.process.empty() || report_->process.empty() || meaning.process == report_->process;
  if (!same_process) return false;
  if (meaning.continues) return true;
  // A heading, behind which the rest comes.
  if (meaning.begins && meaning.knows == Knows::Nothing && report_->has_frames()) return false;
  // Linux as a library asserts that it does not panic.
  if (report_->panicked && meaning.kind == "assertion failed" && since_anything_ < few_lines) return true;
  // A program that has said why it stops is stopped then.
  if (report_->knows == Knows::Reason && meaning.knows <= Knows::Fault && meaning.kind != "leak")
    return since_anything_ < patience_with_open;
  // What goes wrong while it says so is no other crash.
  if (report_->message_tells && report_->has_frames() && meaning.knows == Knows::Error &&
      meaning.kind != "leak" && since_anything_ < few_lines)
    return true;
  // Said twice: on the console, and in the report.
  if (meaning.message == report_->message && meaning.kind == report_->kind && !report_->message.empty() &&
      !report_->has_frames())
    return true;
  // A checker's report that was cut off, and then another's or a program's words.
  if (meaning.begins && meaning.knows >= Knows::Error && report_->knows == Knows::Error &&
      meaning.kind != report_->kind)
    return false;
  // A signal that was heard, then the report of it.
  if (!report_->has_frames()) return report_->knows < Knows::Reason || meaning.knows < Knows::Reason;
  return !meaning.begins && meaning.knows <= report_->knows && meaning.knows < Knows::Reason;
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
  if (report.kind.empty()) report.kind = meaning.kind;
  if (meaning.kind == "kernel panic" && report.has_frames()) report.panicked = true;
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
    // What the error behind another says is no name of a test.
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
    // What only refines is not worth a report of its own.
    if (meaning.continues && meaning.kind.empty()) return;
    open(line);
  }
  learn(meaning);
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
  if (meaning.what == Meaning::What::Stack) {
    if (meaning.continues && report_ && report_->stacks.size() == 1 &&
        report_->stacks.back().frames.size() == 1) {
      stack_open_ = true;
      announced_ = false;
      since_stack_ = 0;
      return;
    }
    end_stack();
    // Another goroutine is another thread.
    const bool is_goroutine = meaning.thread == "goroutine";
    const bool has_crash = report_ && std::ranges::any_of(report_->stacks, [](const Stack& stack) {
                             return stack.role != Role::Other;
                           });
    announced_ = true;
    next_role_ = is_goroutine && has_crash && in_goroutine_ ? Role::Other : meaning.role;
    next_thread_ = meaning.thread;
    in_goroutine_ = is_goroutine;
    since_stack_ = 0;
    return;
  }
  // Python's exception stands behind the stack.
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
    // "FATAL EXCEPTION: main", and then which.
    const std::optional<Meaning> before = std::exchange(pending_, meaning);
    if (before && before->exception == Exception::Fatal) pending_->exception = Exception::Fatal;
    if (before && before->message_tells && !meaning.message_tells) {  // which test it was
      pending_->message = before->message;
      pending_->message_tells = true;
    }
    pending_line_ = line;
    since_pending_ = 0;
    since_stack_ = 0;
    return;
  }
  if (!meaning.refines.empty() && !(report_ && report_->kind == meaning.refines && since_anything_ < 2))
    return other(false);
  pending_.reset();
  take_cause(meaning, line);
}

bool Splitter::begins_another_stack(const FrameText& frame) const {
  if (!stack_open_) return true;
  if (!frame.number) return false;
  // "most recent call last": the numbers fall.
  if (*frame.number + 1 == last_number_ && (report_->stacks.back().frames.size() == 1 || falls_))
    return false;
  return *frame.number == 0 ? last_number_ != 0 : *frame.number < last_number_;
}

void Splitter::begin_stack(Role role, std::string_view thread) {
  end_stack();
  announced_ = false;
  stack_open_ = true;
  if (report_->stacks.size() < most_stacks)
    report_->stacks.push_back({.role = role, .thread = std::string(thread)});
}

void Splitter::end_stack() {
  if (stack_open_ && report_ && !report_->stacks.empty()) {
    Stack& stack = report_->stacks.back();
    if (stack.innermost_last) std::ranges::reverse(stack.frames);
    stack.innermost_last = false;
  }
  stack_open_ = false;
  last_lacks_place_ = false;
}

void Splitter::frame(const FrameText& frame, std::uint64_t line) {
  since_anything_ = 0;
  since_stack_ = 0;
  if (pending_) {
    Meaning meaning = std::move(*pending_);
    pending_.reset();
    meaning.begins = true;
    take_cause(meaning, pending_line_);
  }
  if (frame.completes_last) {
    if (!stack_open_ || !last_lacks_place_ || report_->stacks.back().frames.empty()) return;
    ShownFrame& last = report_->stacks.back().frames.back();
    FrameText whole = frame;
    const Site& site = sites_[last.site];
    const std::string function = site.function, image = site.image;
    whole.function = function;
    whole.image = image;
    last = {sites_.of(whole), frame.line};
    last_lacks_place_ = false;
    return;
  }
  if (!report_) open(line);
  if (announced_ || begins_another_stack(frame)) {
    const Role role = announced_ ? next_role_ : Role::Crash;
    begin_stack(role, next_thread_);
  }
  if (has_said_) take_circumstances();
  Stack& stack = report_->stacks.back();
  falls_ = !stack.frames.empty() && frame.number && *frame.number + 1 == last_number_;
  last_number_ = frame.number.value_or(0);
  stack.innermost_last = frame.innermost_last || falls_;
  last_lacks_place_ = frame.file.empty();
  if (stack.frames.size() < Stack::most_frames) {
    stack.frames.push_back({sites_.of(frame), frame.line});
  } else if (stack.innermost_last) {
    std::ranges::rotate(stack.frames, stack.frames.begin() + 1);
    stack.frames.back() = {sites_.of(frame), frame.line};
    ++stack.left_out;
  } else {
    ++stack.left_out;
    last_lacks_place_ = false;
  }
}

void Splitter::other(bool is_blank) {
  ++since_stack_;
  ++since_anything_;
  if (pending_ && ++since_pending_ > patience_with_pending) pending_.reset();
  // A stack without numbers ends where something else stands; Java's "... 12 more" does no harm.
  if (stack_open_ && (is_blank || since_stack_ > 3)) end_stack();
  if (report_ && since_anything_ > patience_with_open) finish();
}

}  // namespace symkit::group
