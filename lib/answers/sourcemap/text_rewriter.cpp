#include "answers/sourcemap/text_rewriter.h"

#include <algorithm>
#include <utility>

#include "answers/sourcemap/answer_json.h"
#include "answers/sourcemap/frame_writer.h"
#include "answers/sourcemap/script_stacks.h"
#include "answers/sourcemap/shown_function.h"
#include "ground/base/each_line.h"
#include "ground/stream/text_lines.h"
#include "logs/crashlog/nested_text.h"

namespace symkit::sourcemap {
void TextRewriter::take(std::string_view line, std::uint64_t number, std::string& objects) {
  find(line);
  take_found(line, number, objects);
}

void TextRewriter::take_all(std::string_view lines, std::uint64_t number, std::string& objects) {
  constexpr std::size_t together = 32;
  ahead_.resize(together);
  while (!lines.empty()) {
    if (const std::size_t size = lines_without_frames(lines); size != 0) {
      release(objects);
      if (passed_) passed_ = next_.take_all(lines.substr(0, size), number);
      number += count_line_ends(lines.substr(0, size));
      lines.remove_prefix(size);
      continue;
    }
    std::size_t count = 0;
    for (; count < together && !lines.empty(); ++count) {
      Found& found = ahead_[count];
      found.line = lines.substr(0, lines.find('\n') + 1);
      lines.remove_prefix(found.line.size());
      find(found.line);
      for (const script::StackFrame& frame : frames_) resolver_.expect(frame);
      std::swap(frames_, found.frames);
      std::swap(texts_, found.texts);
    }
    resolver_.tell_expected();
    for (std::size_t i = 0; i < count; ++i) {
      std::swap(frames_, ahead_[i].frames);
      std::swap(texts_, ahead_[i].texts);
      take_found(ahead_[i].line, number++, objects);
    }
  }
}

void TextRewriter::take_found(std::string_view line, std::uint64_t number, std::string& objects) {
  if (frames_.empty()) {
    release(objects);
    if (!style_.json) pass(line, number, false);
    return;
  }
  resolve();
  is_answered_ = all_found();
  if (holds_) {
    // The frames of the held line are resolved into the same vectors, so the current ones are saved.
    std::vector<Answer> mine = std::move(answers_);
    release(mine.front().called, objects);
    answers_ = std::move(mine);
    find(line);
  }
  if (waits_for_name(answers_.back())) return hold(line, number);
  write(line, number, objects);
}

void TextRewriter::release_before(std::string_view next, std::string& objects) {
  if (!holds_) return;
  find(next);
  const std::string called = frames_.empty() ? std::string() : resolver_.resolve(frames_.front()).called;
  release(called, objects);
}

void TextRewriter::find(std::string_view line) {
  frames_.clear();
  if (!texts_.empty()) texts_.clear();
  find_frames(without_line_end(line), frames_, texts_);
}

void TextRewriter::resolve() {
  answers_.clear();
  for (const script::StackFrame& frame : frames_) answers_.push_back(resolver_.resolve(frame));
  for (std::size_t i = 0; i + 1 < answers_.size(); ++i) take_called(answers_[i], answers_[i + 1].called);
}

void TextRewriter::hold(std::string_view line, std::uint64_t number) {
  holds_ = true;
  held_line_ = line;
  held_number_ = number;
  held_answers_ = std::move(answers_);
}

void TextRewriter::release(std::string_view called, std::string& objects) {
  if (!holds_) return;
  holds_ = false;
  take_called(held_answers_.back(), called);
  answers_ = std::move(held_answers_);
  find(held_line_);
  write(held_line_, held_number_, objects);
}

void TextRewriter::write(std::string_view line, std::uint64_t number, std::string& objects) {
  for (std::size_t i = 0; i < frames_.size(); ++i)
    if (!is_of_others(i)) tally_.count(frames_[i], answers_[i]);
  if (style_.json) {
    write_json(number, objects);
  } else {
    write_text(line, number);
  }
}

void TextRewriter::pass(std::string_view text, std::uint64_t number, bool is_answered) {
  if (passed_) passed_ = stream::take_text(next_, text, number, is_answered);
}

// Whether nobody else has to look at the line. Its strings may hold other frames besides.
bool TextRewriter::all_found() const {
  return !frames_.front().nesting &&
         std::ranges::all_of(answers_, [](const Answer& answer) { return !answer.frames.empty(); });
}

// Engines print columns, Java does not.
bool TextRewriter::is_of_others(std::size_t frame) const {
  return style_.beside_java && answers_[frame].frames.empty() && !frames_[frame].column;
}

// Whether the line is a single frame in ignored code.
bool TextRewriter::is_left_out() const {
  return style_.skip_ignored && frames_.size() == 1 && !frames_.front().nesting &&
         !answers_.front().frames.empty() && answers_.front().frames.front().ignored;
}

void TextRewriter::write_text(std::string_view line, std::uint64_t number) {
  if (is_left_out()) return;
  text_.clear();
  write_line(line, 0, text_);
  const bool is_one = frames_.size() == 1 && !frames_.front().nesting;
  const std::size_t depth = is_one ? answers_.front().frames.size() : 0;
  for (std::size_t i = 0; i < depth; ++i) {
    if (i != 0) write_line(line, i, text_);
    source_lines_.append(text_, answers_.front().frames[i]);
  }
  pass(text_, number, all_found());
}

// Writes the line with its frames' originals; for inlined calls, the one of this depth.
void TextRewriter::write_line(std::string_view line, std::size_t inlined, std::string& out) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const script::StackFrame& frame = frames_[i];
    if (inlined >= answers_[i].frames.size()) continue;
    const Original& original = answers_[i].frames[inlined];
    out += line.substr(at, frame.replaced.begin - at);
    at = frame.replaced.end;
    const bool color = style_.color && !frame.nesting;
    if (color) out += "\033[36m";
    append_frame(out, frame, shown_function(frame, original.function), original.source, original.line,
                 original.column);
    if (color) out += "\033[0m";
    if (frame.nesting) at = write_inlined(line, i, at, out);
  }
  out += line.substr(at);
}

// Each inlined call of a text becomes another line. A line of several frames stays one line.
std::size_t TextRewriter::write_inlined(std::string_view line, std::size_t number, std::size_t from,
                                        std::string& out) {
  const script::StackFrame& frame = frames_[number];
  const auto is_beside = [&](std::size_t other) {
    return other < frames_.size() && frames_[other].whole_line.begin == frame.whole_line.begin;
  };
  const auto& chain = answers_[number].frames;
  if (chain.size() < 2 || (number > 0 && is_beside(number - 1)) || is_beside(number + 1)) return from;
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

void TextRewriter::write_json(std::uint64_t number, std::string& out) {
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const auto& chain = answers_[i].frames;
    if ((style_.skip_ignored && !chain.empty() && chain.front().ignored) || is_of_others(i)) continue;
    append_json(out, number, frames_[i], answers_[i]);
  }
}

}  // namespace symkit::sourcemap
