#include "reports/group/belonging.h"

#include <array>

namespace symkit::group {
namespace {

using crashlog::Cause;

constexpr std::size_t few_lines = 8, many_lines = 32;

struct Open {
  const Report& report;
  std::size_t lines_since;

  bool has_frames() const { return report.has_frames(); }
};

struct Rule {
  bool (*applies)(const Open& open, const Cause& cause);
  bool belongs;
};

bool is_same_kind(const Open& open, const Cause& cause) { return cause.kind == open.report.kind; }

// The first that applies decides.
constexpr auto rules = std::to_array<Rule>({
    {[](const Open& open, const Cause& cause) {
       return !cause.process.empty() && !open.report.process.empty() && cause.process != open.report.process;
     },
     false},
    {[](const Open&, const Cause& cause) { return cause.continues; }, true},
    // The same error in the second form.
    {[](const Open& open, const Cause& cause) {
       return cause.repeats && is_same_kind(open, cause) && !open.report.repeated && open.has_frames();
     },
     true},
    // A kernel's report has begun, but has shown no stack yet.
    {[](const Open& open, const Cause& cause) {
       const bool is_whole = open.report.knows > Knows::Nothing && open.has_frames();
       return !open.report.world.empty() && cause.world == open.report.world && !is_whole &&
              open.lines_since < few_lines;
     },
     true},
    // Tasks that hang are found together.
    {[](const Open& open, const Cause& cause) {
       return is_same_kind(open, cause) && cause.kind == crashlog::hung_task && open.lines_since < many_lines;
     },
     true},
    // Two places mean two errors. After an error with a place that is survived, anything may follow.
    {[](const Open& open, const Cause& cause) {
       return !open.report.file.empty() &&
              (!cause.file.empty() || (open.report.knows == Knows::Error && cause.knows >= Knows::Fault));
     },
     false},
    {[](const Open& open, const Cause& cause) {
       return cause.apart && open.report.knows == Knows::Reason && open.report.kind != "ANR" &&
              !open.report.kind.starts_with("kernel");
     },
     false},
    // A complete report from a debugger or the system, or a heading that the rest follows.
    {[](const Open& open, const Cause& cause) {
       return cause.begins && (cause.from_outside || cause.knows == Knows::Nothing) && open.has_frames();
     },
     false},
    // An exception with a stack of its own.
    {[](const Open& open, const Cause& cause) {
       return cause.begins && cause.waits && open.report.knows >= Knows::Error;
     },
     false},
    // Linux as a library fails an assertion when it panics.
    {[](const Open& open, const Cause& cause) {
       return open.report.panicked && cause.kind == "assertion failed" && open.lines_since < few_lines;
     },
     true},
    // A program that has said why it stops is then stopped by a signal.
    {[](const Open& open, const Cause& cause) {
       return open.report.knows == Knows::Reason && cause.knows <= Knows::Fault && cause.kind != "leak";
     },
     true},
    // An error while the program reports the reason is not another crash.
    {[](const Open& open, const Cause& cause) {
       const bool is_checked_code = !open.report.kind.starts_with("Go ") &&
                                    !open.report.kind.starts_with("Rust ") &&
                                    !open.report.kind.starts_with("Swift ");
       return is_checked_code && open.report.message_tells && open.has_frames() &&
              cause.knows == Knows::Error && cause.kind != "leak" && open.lines_since < few_lines;
     },
     true},
    // The same error again, with more details.
    {[](const Open& open, const Cause& cause) {
       return is_same_kind(open, cause) && cause.knows == Knows::Reason &&
              open.report.knows == Knows::Error && !cause.begins;
     },
     true},
    // The same message twice: on the console, and in the report.
    {[](const Open& open, const Cause& cause) {
       return is_same_kind(open, cause) && cause.message == open.report.message &&
              !open.report.message.empty() && !open.has_frames();
     },
     true},
    // A sanitizer's report that was cut off, followed by another's or by a message of the program.
    {[](const Open& open, const Cause& cause) {
       return cause.begins && cause.knows >= Knows::Error && open.report.knows == Knows::Error &&
              !is_same_kind(open, cause);
     },
     false},
    // A signal that was received, then the report of it.
    {[](const Open& open, const Cause& cause) {
       return !open.has_frames() && (open.report.knows < Knows::Reason || cause.knows < Knows::Reason);
     },
     true},
    {[](const Open& open, const Cause& cause) {
       return open.has_frames() && !cause.begins && cause.knows <= open.report.knows &&
              cause.knows < Knows::Reason;
     },
     true},
});

}  // namespace

bool belongs_to(const Report& report, std::size_t lines_since, const Cause& cause) {
  const Open open{report, lines_since};
  for (const Rule& rule : rules)
    if (rule.applies(open, cause)) return rule.belongs;
  return false;
}

}  // namespace symkit::group
