#include "answers/rewrite/answering_walk.h"

#include <algorithm>
#include <utility>

#include "ground/base/each_line.h"

namespace symkit::rewrite {

using crashlog::LogLine;

AnsweringWalk::AnsweringWalk(symbolize::FrameResolver* resolver, std::vector<Listener*> listeners,
                             crashlog::ReadFor wanted, const crashlog::Knowledge& known)
    : resolver_(resolver),
      listeners_(std::move(listeners)),
      wanted_(wanted),
      stacks_(resolver, listeners_),
      walk_(*this, known, wanted) {}

void AnsweringWalk::begin(io::Input& log) {
  walk_.begin(log);
  if (resolver_ != nullptr) resolver_->begin_log();
  has_frames_ = false;
  listeners_.tell([this](Listener& one) { one.begin(walk_); });
}

Result<void> AnsweringWalk::take(const io::Line& line, std::uint64_t number) {
  if (!line.is_answered || !walk_.take_answered(line, number)) walk_.take(line, number);
  return {};
}

Result<void> AnsweringWalk::take_all(std::string_view lines, std::uint64_t number) {
  while (!lines.empty()) {
    std::size_t size = passes_plain_lines() ? walk_.take_plain(lines) : 0;
    if (size == 0) {
      size = std::min(lines.find('\n'), lines.size() - 1) + 1;
      if (const auto done = take({lines.substr(0, size)}, number); !done) return done;
    }
    number += count_line_ends(lines.substr(0, size));
    lines.remove_prefix(size);
  }
  return {};
}

Result<std::uint64_t> AnsweringWalk::take_many(io::Lines& lines, std::uint64_t /*number*/) {
  return passes_plain_lines() ? walk_.take_plain(lines) : 0;
}

// A stack whose end is late is answered.
std::optional<std::chrono::milliseconds> AnsweringWalk::patience() const {
  return stacks_.empty() ? std::nullopt : std::optional(stacks_.patience());
}

Result<void> AnsweringWalk::release() {
  stacks_.release();
  return {};
}

Result<void> AnsweringWalk::finish() {
  walk_.finish();
  stacks_.release();
  listeners_.tell([](Listener& one) { one.finish(); });
  return {};
}

void AnsweringWalk::pass(std::string_view bytes) {
  stacks_.release();
  listeners_.tell([&](Listener& one) { one.pass(bytes); });
}

void AnsweringWalk::give_back(std::string_view line, std::uint64_t number) {
  AnsweringWalk::unknown({.raw = line, .text = line, .number = number});
}

void AnsweringWalk::unknown(const LogLine& line) {
  if (!line.is_whole() && line.stands_alone) return context(line);
  stacks_.release();
  listeners_.tell([&](Listener& one) { one.unknown(line); });
}

// If frames wait, the texts were a stack.
void AnsweringWalk::end_texts(const LogLine& line) {
  if (stacks_.empty()) listeners_.tell([&](Listener& one) { one.end_texts(line); });
}

// A frame that has its place already may occur between others.
void AnsweringWalk::context(const LogLine& line) {
  if (!stacks_.take_between(line)) listeners_.tell([&](Listener& one) { one.between(line); });
}

void AnsweringWalk::named(FramesOfLine& line) { stacks_.named(line); }

void AnsweringWalk::frames(FramesOfLine& line) {
  has_frames_ = true;
  stacks_.frames(line);
}

void AnsweringWalk::gave_up_waiting() {
  listeners_.tell([](Listener& one) { one.gave_up_waiting(); });
}

void AnsweringWalk::begin_document(const CapturedDocument& document) {
  stacks_.release();
  listeners_.tell([&](Listener& one) { one.begin_document(document); });
}

void AnsweringWalk::begin_report() {
  stacks_.release();
  listeners_.tell([](Listener& one) { one.begin_report(); });
}

// Waits until the end of the report, so that all its frames are seen before the first is answered.
void AnsweringWalk::document_line(const DocumentLine& line) {
  listeners_.tell([&](Listener& one) { one.expect(line.place); });
  stacks_.hold({.raw = line.text, .text = line.text}, line.frame, line.named);
}

void AnsweringWalk::end_document() {
  stacks_.release();
  listeners_.tell([](Listener& one) { one.end_document(); });
}

std::vector<crashlog::DocumentEdits::Edit> AnsweringWalk::take_document_edits() {
  stacks_.release();
  std::vector<crashlog::DocumentEdits::Edit> edits;
  listeners_.tell([&](Listener& one) {
    if (auto own = one.take_document_edits(); !own.empty()) edits = std::move(own);
  });
  return edits;
}

}  // namespace symkit::rewrite
