#include "answers/sourcemap/log_rewriter.h"

#include <utility>

#include "answers/sourcemap/answer_json.h"
#include "ground/base/each_line.h"

namespace symkit::sourcemap {

Result<void> LogRewriter::rewrite(io::Input& input) {
  io::Lines lines(input);
  lines_before_ += std::exchange(line_number_, 0);
  documents_.guess(static_cast<bool>(input.again()));
  while (!work_.output.stopped()) {
    const auto line = lines.next();
    if (!line) {
      release_all();
      return fail(line.error());
    }
    if (!*line) break;
    take(**line);
    if (const auto taken = take_many(lines); !taken) return taken;
    if (lines.buffered()) continue;
    if (const auto sent = work_.output.flush(); !sent) return sent;
  }
  release_all();
  return {};
}

// Lines with nothing but frames, usually most of them, are distributed to all cores.
Result<void> LogRewriter::take_many(io::Lines& lines) {
  if (documents_.active() || debug_ids_.within_object() || !crew_.many_at_hand(lines)) return {};
  text_.release_before(lines.whole_line(), work_.output.buffer());
  const auto count = crew_.rewrite(lines, line_number_ + 1);
  if (!count) return fail(count.error());
  line_number_ += *count;
  return {};
}

void LogRewriter::take(const io::Line& line) {
  if (line.begins) ++line_number_;
  if (line.begins && line.ends) {
    take_line(line.text);
  } else {
    release_all();
    // Part of a line that is too long to be examined.
    if (!work_.style.json) work_.output.write(line.text);
  }
}

void LogRewriter::take_line(std::string_view line) {
  if (!documents_.active() && begins_as_frame(line)) {
    taken_number_ = line_number_;
    return take_text(line);
  }
  documents_.take(
      line, line_number_, [&](const crashlog::LogLine& one) { take(one); },
      [&](const crashlog::LogLine& document) { take_document(document); });
}

// Writes what waits for more lines.
void LogRewriter::release_all() {
  documents_.release([&](const crashlog::LogLine& line) { take(line); });
  text_.release(work_.output.buffer());
  work_.output.written();
}

void LogRewriter::take(const crashlog::LogLine& line) {
  taken_number_ = line.number;
  debug_ids_.take(line.text);
  const auto changed = take_objects(line.text);
  take_text(changed ? *changed : line.text);
}

// A JSON document of several lines: debug ids in it apply to all of it.
void LogRewriter::take_document(const crashlog::LogLine& document) {
  taken_number_ = document.number;
  each_line(document.text, [&](std::string_view line) { debug_ids_.take(line); });
  const auto changed = take_objects(document.text);
  each_line(changed ? std::string_view(*changed) : document.text, [&](std::string_view line) {
    take_text(line);
    ++taken_number_;
  });
}

// The line with frames that are JSON objects rewritten; nothing if it has none.
std::optional<std::string> LogRewriter::take_objects(std::string_view line) {
  if (!line.contains('"') || !line.contains('{')) return std::nullopt;
  if (!may_hold_script_stacks(line) && !may_hold_nested_script_stacks(line)) return std::nullopt;
  return with_originals(line, work_.resolver, [&](const StackFrame& frame, const Answer& answer) {
    work_.tally.count(frame, answer);
    if (work_.style.json) append_json(work_.output.buffer(), taken_number_, frame, answer);
  });
}

void LogRewriter::take_text(std::string_view line) {
  text_.take(line, taken_number_, work_.output.buffer());
  work_.output.written();
}

}  // namespace symkit::sourcemap
