#include "reports/group/splitter.h"

#include <algorithm>
#include <utility>

#include "logs/crashlog/prefix_writer.h"
#include "logs/crashlog/text_parts.h"
#include "reports/group/belonging.h"

namespace symkit::group {

using crashlog::Cause;
using crashlog::Series;

const std::array<Splitter::Rule, 14> Splitter::rules = {{
    {[](const Splitter&, const Cause& cause) { return cause.what == Cause::What::End; },
     [](Splitter& at, const Cause& cause, std::uint64_t) {
       // A kernel that starts reports no more of what it did before.
       if (!cause.world.empty() && at.report_ && at.report_->world == cause.world) at.finish();
       at.end_stack();
       at.announced_.reset();
     }},
    {[](const Splitter&, const Cause& cause) { return cause.what == Cause::What::Chain; },
     [](Splitter& at, const Cause&, std::uint64_t) { at.chained_ = true; }},
    // Debuggers write a mark where the frame of the trampoline was.
    {[](const Splitter&, const Cause& cause) { return cause.what == Cause::What::Signal; },
     [](Splitter& at, const Cause&, std::uint64_t line) {
       if (at.stack_open_) at.frame({.function = "__restore_rt"}, line);
     }},
    // Go prints the first panic, which was recovered from, first; a panic raised from it is indented.
    {[](const Splitter& at, const Cause& cause) {
       return at.report_ && at.indent_ > at.report_indent_ && at.since_ < 2 && !at.report_->has_frames() &&
              at.report_->kind.starts_with("Go panic") && cause.kind.starts_with("Go panic");
     },
     [](Splitter&, const Cause&, std::uint64_t) {}},
    // Suppressed exceptions are indented, and so are their causes.
    {[](const Splitter& at, const Cause& cause) {
       return cause.role == Role::Origin && at.suppressed_indent_ && at.indent_ >= *at.suppressed_indent_;
     },
     [](Splitter& at, const Cause&, std::uint64_t) { at.announce(Role::OtherThread); }},
    // What other processors still say while the kernel panics.
    {[](const Splitter& at, const Cause& cause) {
       return at.report_ && at.report_->kind.starts_with(crashlog::kernel_panic) && cause.apart &&
              at.since_ < 3;
     },
     [](Splitter&, const Cause&, std::uint64_t) {}},
    // A kernel begins to report while a program says why it ends.
    {[](const Splitter& at, const Cause& cause) {
       return at.report_ && at.report_->world.empty() && !cause.world.empty() &&
              cause.knows == Knows::Nothing;
     },
     [](Splitter&, const Cause&, std::uint64_t) {}},
    // The stack of the frame that a headline has named.
    {[](const Splitter& at, const Cause& cause) {
       if (cause.what != Cause::What::Stack || !cause.continues || !at.report_ || at.announced_) return false;
       const auto& stacks = at.report_->stacks;
       if (stacks.empty() || stacks.back().frames.size() != 1) return false;
       if (at.report_->world.empty()) return false;
       const Role role = stacks.back().role;
       const bool is_only_one = std::ranges::count_if(stacks, &Stack::is_of_crash) == 1;
       return role == Role::Processor || role == Role::LockTaker || (role == Role::Crashed && is_only_one);
     },
     [](Splitter& at, const Cause&, std::uint64_t) {
       at.stack_open_ = true;
       at.announced_.reset();
     }},
    // "Call Trace:" under a heading that says whose stack it is.
    {[](const Splitter& at, const Cause& cause) {
       return cause.what == Cause::What::Stack && cause.continues &&
              (at.announced_ == Role::Processor || at.announced_ == Role::OtherThread);
     },
     [](Splitter&, const Cause&, std::uint64_t) {}},
    {[](const Splitter&, const Cause& cause) { return cause.what == Cause::What::Stack; },
     [](Splitter& at, const Cause& cause, std::uint64_t) { at.take_heading(cause); }},
    // The exception of a Python report follows the stack.
    {[](const Splitter& at, const Cause& cause) {
       return cause.waits && !cause.begins && at.is_of_exception();
     },
     [](Splitter& at, const Cause& cause, std::uint64_t) {
       at.report_->learn(cause);
       at.end_stack();
     }},
    {[](const Splitter& at, const Cause& cause) { return cause.waits && at.chained_; },
     [](Splitter& at, const Cause&, std::uint64_t) {
       at.chained_ = false;
       at.announce(Role::OtherThread);
     }},
    {[](const Splitter&, const Cause& cause) { return cause.waits; },
     [](Splitter& at, const Cause& cause, std::uint64_t line) { at.take_waiting(cause, line); }},
    {[](const Splitter&, const Cause&) { return true; },
     [](Splitter& at, const Cause& cause, std::uint64_t line) {
       // An exception whose cause is printed before any stack.
       if (at.pending_ && cause.continues && cause.role == Role::Origin) at.take_pending();
       at.pending_.reset();
       at.take_reason(cause, line);
     }},
}};

void Splitter::cause(const Cause& cause, std::uint64_t line) {
  if (!cause.refines.empty() && !(report_ && report_->kind == cause.refines && since_ < 2))
    return other(false);
  if (cause.role == Role::Origin && suppressed_indent_ && indent_ < *suppressed_indent_)
    suppressed_indent_.reset();
  std::ranges::find_if(rules, [&](const Rule& rule) {
    return rule.applies(*this, cause);
  })->take(*this, cause, line);
  since_ = 0;
}

void Splitter::take_heading(const Cause& cause) {
  // All threads of a program whose end was not reported, not of the crash reported before.
  if (cause.series == Series::OfDebugger && report_ && report_->knows > Knows::Nothing &&
      !report_->from_outside && report_->has_frames())
    finish();
  if (cause.series == Series::Suppressed)
    suppressed_indent_ = std::min(indent_, suppressed_indent_.value_or(indent_));
  // Another goroutine is another thread.
  const bool is_goroutine = cause.series == Series::Goroutines;
  const bool is_next = is_goroutine ? in_goroutine_ : cause.series == Series::FirstOfMany;
  const bool has_crash = report_ && std::ranges::any_of(report_->stacks, &Stack::is_of_crash);
  announce(is_next && has_crash ? Role::OtherThread : cause.role);
  unannounced_ = cause.lasts ? cause.role : Role::Crashed;
  in_goroutine_ = is_goroutine;
}

void Splitter::take_waiting(const Cause& cause, std::uint64_t line) {
  end_stack();
  const auto before = std::exchange(pending_, Pending{cause, line, indent_});
  if (since_ >= patience_with_pending) pending_->cause.repeats = false;
  if (!before) return;
  pending_->cause.repeats = pending_->cause.repeats || before->cause.repeats;
  // "FATAL EXCEPTION: main", then the exception.
  if (before->cause.exception == Exception::Fatal) pending_->cause.exception = Exception::Fatal;
  if (!before->cause.message_tells || cause.message_tells) return;
  pending_->cause.message = before->cause.message;  // the name of the test
  pending_->cause.message_tells = true;
}

void Splitter::take_pending() {
  Pending waited = std::move(*pending_);
  pending_.reset();
  waited.cause.begins = true;
  const std::size_t indent = std::exchange(indent_, waited.indent);
  take_reason(waited.cause, waited.line);
  indent_ = indent;
}

void Splitter::take_reason(const Cause& cause, std::uint64_t line) {
  if (!report_ || !belongs_to(*report_, since_, cause)) {
    // A line that only adds details does not deserve a report of its own.
    if (cause.continues && cause.kind.empty()) return;
    open(line);
  }
  // Nothing was known of it so far.
  if (report_->knows == Knows::Nothing && !report_->world.empty()) report_->place.line = line;
  report_->learn(cause);
  awaits_words_ = cause.words_follow;
  if (cause.role != Role::Crashed || cause.begins || cause.knows >= Knows::Error) announce(cause.role);
}

bool Splitter::is_of_exception() const {
  return report_ && report_->kind == "exception" && report_->knows == Knows::Nothing && report_->has_frames();
}

void Splitter::words(std::string_view text) {
  awaits_words_ = false;
  since_ = 0;
  if (!report_ || !report_->message.empty()) return;
  report_->message = text;
  report_->message_tells = true;
}

void Splitter::circumstances(const Circumstances& said) {
  Circumstances all = said;  // the last value counts
  all.add(said_);
  said_ = std::move(all);
}

// The report's own time is better than the time of the line that shows it.
void Splitter::take_circumstances() {
  if (!said_.any()) return;
  Circumstances all = std::exchange(said_, {});
  all.add(report_->circumstances);
  report_->circumstances = std::move(all);
}

void Splitter::open(std::uint64_t line) {
  finish();
  report_.emplace();
  report_->place = {log_, line};
  report_indent_ = indent_;
  unannounced_ = Role::Crashed;
  report_->context = crashlog::kernel_context_in_prefix(prefix_);
  if (!prefix_.empty()) report_->circumstances.time = time_in(prefix_);
}

// A heading before the first frame remains in effect.
void Splitter::open_for_frame(std::uint64_t line) {
  const auto announced = announced_;
  const bool in_goroutine = in_goroutine_;
  open(line);
  announced_ = announced;
  in_goroutine_ = in_goroutine;
}

void Splitter::finish() {
  end_stack();
  announced_.reset();
  in_goroutine_ = false;
  awaits_words_ = false;
  suppressed_indent_.reset();
  if (!report_) return;
  if (!report_->has_frames()) take_circumstances();
  if (!report_->file.empty() && !report_->has_frames()) stand_in_for_stack();
  const bool says_something = report_->has_frames() || report_->knows > Knows::Nothing;
  Report done = std::move(*report_);
  if (done.process.empty()) done.process = process_;
  report_.reset();
  if (says_something) take_(std::move(done));
}

void Splitter::forget() {
  if (report_ && report_->has_frames()) return;
  report_.reset();
  pending_.reset();
  announced_.reset();
  awaits_words_ = false;
}

// Without a stack the file that the reason names replaces a function.
void Splitter::stand_in_for_stack() {
  const FrameText frame{
      .function = crashlog::last_of_path(report_->file), .file = report_->file, .line = report_->line};
  report_->stacks.push_back({.frames = {{sites_.of(frame), frame.line}}});
}

void Splitter::add_used_sites(std::vector<SiteNumber*>& used) {
  if (!report_) return;
  for (Stack& stack : report_->stacks)
    for (ShownFrame& frame : stack.frames) used.push_back(&frame.site);
}

void Splitter::announce(Role role) {
  end_stack();
  announced_ = role;
}

void Splitter::begin_stack(Role role) {
  end_stack();
  announced_.reset();
  stack_open_ = true;
  if (report_->stacks.size() < most_stacks) report_->stacks.push_back({.role = role});
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
  since_ = 0;
  awaits_words_ = false;
  if (pending_) take_pending();
  if (frame.completes_last) return complete_last(frame);
  if (!report_) open_for_frame(line);
  if (announced_ || !stack_open_ || order_.begins_another(frame.number))
    begin_stack(announced_.value_or(unannounced_));
  take_circumstances();
  Stack& stack = report_->stacks.back();
  order_.take(frame.number, stack.frames.empty());
  stack.innermost_last = frame.innermost_last || order_.falls();
  const bool has_room = stack.frames.size() < Stack::most_frames;
  last_lacks_place_ = frame.file.empty() && (has_room || stack.innermost_last);
  if (!has_room) ++stack.left_out;
  if (!has_room && !stack.innermost_last) return;
  if (!has_room) stack.frames.erase(stack.frames.begin());
  stack.frames.push_back({sites_.of(frame), frame.line, frame.inlined});
}

// The place of the frame before, which had only its function.
void Splitter::complete_last(const FrameText& frame) {
  if (!stack_open_ || !last_lacks_place_ || report_->stacks.back().frames.empty()) return;
  ShownFrame& last = report_->stacks.back().frames.back();
  FrameText whole = frame;
  const Site& site = sites_[last.site];
  const std::string function = site.function, image = site.image;
  whole.function = function;
  whole.image = image;
  last = {sites_.of(whole), frame.line, last.inlined};
  last_lacks_place_ = false;
}

void Splitter::other(bool is_blank) {
  ++since_;
  if (pending_ && ++pending_->since > patience_with_pending) pending_.reset();
  // A stack without numbers ends at other text; Java's "... 12 more" does no harm.
  const std::size_t patience =
      report_ && !report_->world.empty() ? patience_with_registers : patience_with_stack;
  if (stack_open_ && (is_blank || since_ > patience)) end_stack();
  if (report_ && since_ > patience_with_open) finish();
}

}  // namespace symkit::group
