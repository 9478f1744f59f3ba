#include "reports/group/report.h"

#include <algorithm>

#include "ground/base/words.h"

namespace symkit::group {
namespace {

using crashlog::Cause;

constexpr std::string_view null_access = "near null";

// "READ 8", or "near null" if the address is that of a member behind a null pointer.
std::string_view access_of(const Cause& cause) {
  constexpr std::uint64_t first_page = 0x10000;  // the largest page that systems leave unmapped at address 0
  if (!cause.access.empty()) return cause.access;
  return cause.accessed && *cause.accessed < first_page ? null_access : "";
}

void append_message(Report& report, std::string_view message) {
  constexpr std::size_t most_message = 1000;
  if (report.message.size() > most_message) return;
  if (!report.message.empty()) report.message += '\n';
  report.message += message;
  report.message_tells = true;
}

bool reveals_more(const Report& report, const Cause& cause) {
  if (report.panicked || cause.kind.empty()) return false;
  // The first line of what a kernel reports decides.
  if (!report.world.empty() && report.world == cause.world && report.knows > Knows::Nothing) return false;
  return cause.knows > report.knows ||
         (cause.knows == report.knows && cause.continues && cause.knows == Knows::Reason);
}

void take_reason(Report& report, const Cause& cause, std::string_view access) {
  const bool refines =
      cause.continues && cause.kind == "fatal error" && !report.kind.empty() && cause.role != Role::Origin;
  report.knows = cause.knows;
  if (!refines) report.kind = cause.kind;
  report.world = cause.world;
  report.tells = cause.tells;
  if (cause.knows > Knows::Nothing && !access.empty()) report.access = access;
  // The message of a cause is not the name of a test.
  if (cause.role == Role::Origin && report.message_tells && !cause.message_tells) return;
  if (cause.message.empty() && refines) return;
  report.message = cause.message;
  report.message_tells = cause.message_tells;
}

}  // namespace

bool Report::has_frames() const {
  return std::ranges::any_of(stacks, [](const Stack& stack) { return !stack.frames.empty(); });
}

void Report::learn(const Cause& cause) {
  if (cause.appends) return append_message(*this, cause.message);
  if (process.empty()) process = cause.process;
  if (program.empty()) program = cause.program;
  exception = std::max(exception, cause.exception);
  jumped = jumped || cause.jumped;
  repeated = repeated || cause.repeats;
  from_outside = from_outside || cause.from_outside;
  at_crash = at_crash || cause.at_crash;
  if (file.empty() && !cause.file.empty()) {
    file = cause.file;
    line = cause.line;
  }
  if (kind.empty()) kind = cause.kind;
  if (world.empty()) world = cause.world;
  if (cause.kind == crashlog::kernel_panic && has_frames()) panicked = true;
  if (cause.kind == crashlog::kernel_panic && kind == "Go panic") kind = crashlog::kernel_panic;
  const std::string_view said = access_of(cause);
  if (reveals_more(*this, cause)) return take_reason(*this, cause, said);
  if (said.empty() || knows == Knows::Reason) return;
  if (access.empty())
    access = said;
  else if (access == null_access && said != null_access)
    access += say(' ', said);
}

}  // namespace symkit::group
