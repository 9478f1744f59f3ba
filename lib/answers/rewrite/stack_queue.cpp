#include "answers/rewrite/stack_queue.h"

#include <optional>
#include <utility>

namespace symkit::rewrite {

void StackQueue::pass_frame(const crashlog::LogLine& line, const HeldFrame& held,
                            const symbolize::FrameAnswer& answer) {
  next_.tell([&](Listener& one) { one.frame(line, held.frame, held.colours, answer); });
}

void StackQueue::pass_unanswered(FramesOfLine& line) {
  const bool shares_line = line.frame().shares_line;
  do next_.tell([&](Listener& one) { one.frame(line.line(), line.frame(), line.colours(), {}); });
  while (line.next());
  if (shares_line) next_.tell([&](Listener& one) { one.end_line(line.line()); });
}

void StackQueue::frames(FramesOfLine& line) {
  if (resolver_ == nullptr) return pass_unanswered(line);
  const bool begins_here = stack_.empty();
  // The outermost frame first: it may have called the next ones.
  bool waits = resolver_->hear(line.frame()) || line.frame().depth;
  if (begins_here && !waits && !line.frame().shares_line) {
    if (const auto answer = resolver_->resolve_if_known(line.frame()))
      return next_.tell(
          [&](Listener& one) { one.frame(line.line(), line.frame(), line.colours(), *answer); });
    waits = true;
  }
  stack_.add(line.line());
  stack_.add_frame(line.frame(), line.colours());
  while (line.next()) {
    waits = resolver_->hear(line.frame()) || waits;
    stack_.add_frame(line.frame(), line.colours());
  }
  if ((begins_here && !waits) || stack_.is_full()) release();
}

void StackQueue::hold(const crashlog::LogLine& line, const crashlog::Frame* frame,
                      const crashlog::Frame* named) {
  stack_.add(line);
  if (named != nullptr) {
    stack_.mark_named();
    return stack_.add_frame(*named, {});
  }
  if (frame == nullptr) return;
  if (resolver_ != nullptr) resolver_->hear(*frame);
  stack_.add_frame(*frame, {});
}

bool StackQueue::take_between(const crashlog::LogLine& line) {
  if (stack_.is_full()) release();
  if (stack_.empty()) return false;
  stack_.add(line);
  return true;
}

void StackQueue::named(FramesOfLine& line) {
  const bool is_fragment = !line.line().is_whole() && line.line().stands_alone;
  if (line.frame().otherwise == crashlog::Otherwise::Text && !is_fragment) release();
  if (take_between(line.line())) {
    stack_.mark_named();
    do stack_.add_frame(line.frame(), {});
    while (line.next());
    return;
  }
  do next_.tell([&](Listener& one) { one.named(line.line(), line.frame()); });
  while (line.next());
  next_.tell([&](Listener& one) { one.end_named(line.line()); });
}

void StackQueue::release() {
  if (stack_.empty()) return;
  const HeldStack stack = std::exchange(stack_, {});
  bool is_seen = false;
  for (const HeldLine& held : stack.lines()) go_on(held, is_seen, stack);
}

void StackQueue::go_on(const HeldLine& held, bool& is_seen, const HeldStack& stack) {
  if (held.frames.empty()) return next_.tell([&](Listener& one) { one.between(held.line); });
  if (held.is_named)
    return next_.tell([&](Listener& one) {
      for (const HeldFrame& frame : held.frames) one.named(held.line, frame.frame);
      one.end_named(held.line);
    });
  for (const HeldFrame& one : held.frames) {
    if (resolver_ == nullptr) {
      pass_frame(held.line, one, {});
      continue;
    }
    auto answer = is_seen ? std::nullopt : resolver_->resolve_if_known(one.frame);
    if (!answer) {
      if (!std::exchange(is_seen, true)) see_stack(stack, one);
      answer = resolver_->resolve(one.frame);
    }
    pass_frame(held.line, one, *answer);
  }
  if (held.frames.front().frame.shares_line) next_.tell([&](Listener& one) { one.end_line(held.line); });
}

// The frames before this one have been answered.
void StackQueue::see_stack(const HeldStack& stack, const HeldFrame& from) {
  std::vector<const FrameReference*> frames;
  std::size_t next = 0;
  for (const HeldLine& held : stack.lines()) {
    if (held.is_named) continue;
    for (const HeldFrame& one : held.frames) {
      if (&one == &from) next = frames.size();
      frames.push_back(&one.frame);
    }
  }
  resolver_->see_stack(frames, next);
}

}  // namespace symkit::rewrite
