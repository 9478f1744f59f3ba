#include "answers/retrace/waiting_lines.h"

namespace symkit::retrace {
namespace {

bool is_exception(const java::StackLine& line) { return line.class_name.present() && !line.method.present(); }

// The causes of an exception are usually of the same program, and so of the same mapping.
bool begins_stack(const java::StackLine& line) {
  if (!is_exception(line)) return false;
  const std::string_view before = line.text.substr(0, line.class_name.begin);
  return before.find("Caused by: ") == std::string_view::npos &&
         before.find("Suppressed: ") == std::string_view::npos &&
         before.find("[CIRCULAR REFERENCE:") == std::string_view::npos;
}

}  // namespace

Result<void> WaitingLines::take(const LineRewriter& rewriter, std::string_view line, std::uint64_t number,
                                const Write& write) {
  const java::StackLine found = rewriter.recognised(line);
  const bool is_stack = rewriter.holds_stack(line);
  bool is_decided = is_stack || (waiting_.has_frames() && begins_stack(found));
  if (!waiting_.empty() && found.source_file.present()) {
    const auto chosen = mappings_.choose(found.at(found.source_file));
    if (!chosen) return fail(chosen.error());
    is_decided = *chosen;
  }
  if (is_decided)
    if (const auto done = release(write); !done) return done;
  const bool waits = waiting_.empty() ? is_exception(found) && !is_stack : true;
  if (!waits) return write(line, number);
  waiting_.add(line, number, found.method.present());
  return waiting_.is_full() ? release(write) : Result<void>();
}

Result<void> WaitingLines::release(const Write& write) {
  for (const WaitingStack::Line& line : waiting_.take())
    if (const auto done = write(line.text, line.number); !done) return done;
  return {};
}

}  // namespace symkit::retrace
