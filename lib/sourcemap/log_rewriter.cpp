#include "sourcemap/log_rewriter.h"

#include <utility>

#include "base/each_line.h"
#include "io/lines.h"
#include "sourcemap/answer_json.h"
#include "sourcemap/script_stacks.h"
#include "sourcemap/shown_function.h"

namespace symkit::sourcemap {
namespace {

std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

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
    if (lines.buffered()) continue;
    if (const auto sent = work_.output.flush(); !sent) return sent;
  }
  release_all();
  return {};
}

void LogRewriter::take(const io::Line& line) {
  if (line.begins) ++line_number_;
  if (line.begins && line.ends) {
    take_line(line.text);
  } else {
    release_all();
    pass(line.text);  // a piece of a line that is too long to be looked at
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

// What waits for more goes out without it.
void LogRewriter::release_all() {
  documents_.release([&](const crashlog::LogLine& line) { take(line); });
  release({});
}

void LogRewriter::pass(std::string_view bytes) {
  if (!work_.json) work_.output.write(bytes);
}

void LogRewriter::take(const crashlog::LogLine& line) {
  taken_number_ = line.number;
  debug_ids_.take(line.text);
  const auto changed = take_objects(line.text);
  take_text(changed ? *changed : line.text);
}

// A document of JSON, in its lines: what stands in it of debug ids holds for all of it.
void LogRewriter::take_document(const crashlog::LogLine& document) {
  taken_number_ = document.number;
  each_line(document.text, [&](std::string_view line) { debug_ids_.take(line); });
  const auto changed = take_objects(document.text);
  each_line(changed ? std::string_view(*changed) : document.text, [&](std::string_view line) {
    take_text(line);
    ++taken_number_;
  });
}

// The line with the originals of frames that are objects of JSON; nothing where it has none.
std::optional<std::string> LogRewriter::take_objects(std::string_view line) {
  if (!line.contains('"') || !line.contains('{')) return std::nullopt;
  if (!may_hold_script_stacks(line) && !may_hold_nested_script_stacks(line)) return std::nullopt;
  return with_originals(line, work_.resolver, [&](const StackFrame& frame, const Answer& answer) {
    work_.tally.count(frame, answer);
    if (work_.json) append_json(work_.output.buffer(), taken_number_, frame, answer);
  });
}

void LogRewriter::take_text(std::string_view line) {
  find(line);
  if (frames_.empty()) {
    release({});
    return pass(line);
  }
  answers_.clear();
  for (const StackFrame& frame : frames_) answers_.push_back(work_.resolver.resolve(frame));
  for (std::size_t i = 0; i + 1 < answers_.size(); ++i) take_called(answers_[i], answers_[i + 1].called);
  if (holds_) {
    // Frames are found anew, as those of the held line share their place.
    const std::vector<Answer> mine = std::move(answers_);
    release(mine.front().called);
    answers_ = mine;
    find(line);
  }
  if (waits_for_name(answers_.back())) return hold(line);
  write(line, taken_number_);
}

void LogRewriter::find(std::string_view line) {
  frames_.clear();
  if (!texts_.empty()) texts_.clear();
  find_frames(without_line_end(line), frames_, texts_);
}

void LogRewriter::hold(std::string_view line) {
  holds_ = true;
  held_line_ = line;
  held_number_ = taken_number_;
  held_answers_ = std::move(answers_);
}

void LogRewriter::release(std::string_view called) {
  if (!holds_) return;
  holds_ = false;
  take_called(held_answers_.back(), called);
  answers_ = std::move(held_answers_);
  find(held_line_);
  write(held_line_, held_number_);
}

void LogRewriter::write(std::string_view line, std::uint64_t number) {
  for (std::size_t i = 0; i < frames_.size(); ++i) work_.tally.count(frames_[i], answers_[i]);
  if (work_.json) {
    write_json(number);
  } else {
    write_text(line, number);
  }
  work_.output.written();
}

// A line that is one frame, and that of code that is not one's own.
bool LogRewriter::is_left_out() const {
  return work_.skip_ignored && frames_.size() == 1 && !frames_.front().nesting &&
         !answers_.front().frames.empty() && answers_.front().frames.front().ignored;
}

void LogRewriter::write_text(std::string_view line, std::uint64_t number) {
  if (is_left_out()) return;
  write_line(line, 0);
  if (frames_.size() != 1 || frames_.front().nesting) return;
  const auto& chain = answers_.front().frames;
  if (!chain.empty()) source_lines_.append(work_.output.buffer(), chain.front());
  if (work_.added != nullptr && !chain.empty()) work_.added->add(number, chain.size() - 1);
  for (std::size_t i = 1; i < chain.size(); ++i) {
    write_line(line, i);
    source_lines_.append(work_.output.buffer(), chain[i]);
  }
}

// The line with its frames' originals; of those that were inlined, the one of this depth.
void LogRewriter::write_line(std::string_view line, std::size_t inlined) {
  std::string& out = work_.output.buffer();
  std::size_t at = 0;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const StackFrame& frame = frames_[i];
    if (inlined >= answers_[i].frames.size()) continue;
    const Original& original = answers_[i].frames[inlined];
    out += line.substr(at, frame.replaced.begin - at);
    at = frame.replaced.end;
    const bool color = work_.color && !frame.nesting;
    if (color) out += "\033[36m";
    append_frame(out, frame, shown_function(frame, original.function), original.source, original.line,
                 original.column);
    if (color) out += "\033[0m";
    if (frame.nesting) at = write_inlined(line, i, at);
  }
  out += line.substr(at);
}

// The lines of a text are the text's: each inlined call is another one. A line of several frames stays one.
std::size_t LogRewriter::write_inlined(std::string_view line, std::size_t number, std::size_t from) {
  const StackFrame& frame = frames_[number];
  const auto is_beside = [&](std::size_t other) {
    return other < frames_.size() && frames_[other].whole_line.begin == frame.whole_line.begin;
  };
  const auto& chain = answers_[number].frames;
  if (chain.size() < 2 || (number > 0 && is_beside(number - 1)) || is_beside(number + 1)) return from;
  std::string& out = work_.output.buffer();
  const std::string_view before =
      line.substr(frame.whole_line.begin, frame.replaced.begin - frame.whole_line.begin);
  const std::string_view after = line.substr(from, frame.whole_line.end - from);
  for (std::size_t depth = 1; depth < chain.size(); ++depth) {
    out += after;
    crashlog::append_nested(out, "\n", frame.nesting);
    out += before;
    append_frame(out, frame, shown_function(frame, chain[depth].function), chain[depth].source,
                 chain[depth].line, chain[depth].column);
  }
  return from;
}

void LogRewriter::write_json(std::uint64_t number) {
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const auto& chain = answers_[i].frames;
    if (work_.skip_ignored && !chain.empty() && chain.front().ignored) continue;
    append_json(work_.output.buffer(), number, frames_[i], answers_[i]);
  }
}

}  // namespace symkit::sourcemap
