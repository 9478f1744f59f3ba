#include "answers/sourcemap/script_lines.h"

#include <algorithm>

#include "answers/sourcemap/answer_json.h"
#include "answers/sourcemap/frames_in_line.h"
#include "ground/base/each_line.h"
#include "logs/script/stack_line.h"

namespace symkit::sourcemap {

void ScriptLines::begin(io::Input& log) {
  documents_.guess(static_cast<bool>(log.again()));
  Answerer::begin(log);
}

// Where frames are told as JSON, the log passes on as it is.
Result<void> ScriptLines::take(const io::Line& line, std::uint64_t number) {
  io::Line told = line;
  if (line.begins && line.ends) {
    take_line(line.text, number);
    if (!work_.style.json) return text_.passed();
    told.is_answered = text_.take_answered();
  } else {
    release_all();  // part of a line that is too long to be examined
  }
  const auto passed = text_.passed();
  return passed ? next_.take(told, number) : passed;
}

bool ScriptLines::stands_alone(std::string_view line) {
  if (script::begins_as_frame(line)) return true;
  if (line.contains('"')) return !DebugIds::may_be_in(line) && documents_.is_outside(line);
  // A document may begin with a bracket at the end of a line, and a colour behind it.
  const std::size_t last = line.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos || !std::string_view("{[m").contains(line[last]) ||
         documents_.is_outside(line);
}

std::size_t ScriptLines::size_without_frames(std::string_view text) {
  return script::begins_as_frame(text) ? 0 : lines_without_frames(text);
}

Result<void> ScriptLines::take_alone(std::string_view lines, std::uint64_t number) {
  while (!lines.empty()) {
    const std::size_t quote = work_.style.json ? 0 : std::min(lines.find('"'), lines.size());
    const std::size_t size = quote == lines.size() ? quote : lines.substr(0, quote).rfind('\n') + 1;
    text_.take_all(lines.substr(0, size), number, work_.output.buffer());
    number += count_line_ends(lines.substr(0, size));
    lines.remove_prefix(size);
    if (lines.empty()) break;
    const std::string_view line = lines.substr(0, std::min(lines.find('\n'), lines.size() - 1) + 1);
    if (const auto done = take({line}, number++); !done) return done;
    lines.remove_prefix(line.size());
  }
  return text_.passed();
}

Result<void> ScriptLines::release_before(std::string_view next) {
  text_.release_before(next, work_.output.buffer());
  work_.output.written();
  return text_.passed();
}

void ScriptLines::take_line(std::string_view line, std::uint64_t number) {
  if (!documents_.active() && script::begins_as_frame(line)) return take_text(line, number);
  documents_.take(
      line, number, [&](const crashlog::LogLine& one) { take(one); },
      [&](const crashlog::LogLine& document) { take_document(document); });
}

// Writes what waits for more lines.
void ScriptLines::release_all() {
  documents_.release([&](const crashlog::LogLine& line) { take(line); });
  text_.release(work_.output.buffer());
  work_.output.written();
}

Result<void> ScriptLines::finish_own() {
  release_all();
  return text_.passed();
}

void ScriptLines::take(const crashlog::LogLine& line) {
  debug_ids_.take(line.text);
  const auto changed = take_objects(line.text, line.number);
  take_text(changed ? *changed : line.text, line.number);
}

// A JSON document of several lines: debug ids in it apply to all of it.
void ScriptLines::take_document(const crashlog::LogLine& document) {
  each_line(document.text, [&](std::string_view line) { debug_ids_.take(line); });
  const auto changed = take_objects(document.text, document.number);
  std::uint64_t number = crashlog::first_line_of(document);
  each_line(changed ? std::string_view(*changed) : document.text,
            [&](std::string_view line) { take_text(line, std::min(number++, document.number)); });
}

// The line with frames that are JSON objects rewritten; nothing if it has none.
std::optional<std::string> ScriptLines::take_objects(std::string_view line, std::uint64_t number) {
  if (!line.contains('"') || !line.contains('{')) return std::nullopt;
  if (!may_hold_script_stacks(line) && !may_hold_nested_script_stacks(line)) return std::nullopt;
  return with_originals(line, work_.resolver, [&](const script::StackFrame& frame, const Answer& answer) {
    work_.tally.count(frame, answer);
    if (work_.style.json) append_json(work_.output.buffer(), number, frame, answer);
  });
}

void ScriptLines::take_text(std::string_view line, std::uint64_t number) {
  text_.take(line, number, work_.output.buffer());
  work_.output.written();
}

}  // namespace symkit::sourcemap
