// Queues frames between the walk through a log and the code that answers them. Each frame passes at once,
// or waits for the end of its stack if that decides which answer is believed. Order is kept; lines that
// may occur between two frames of a stack wait with it.
#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "answers/rewrite/held_stack.h"
#include "answers/rewrite/listener.h"
#include "answers/rewrite/visitor.h"
#include "answers/symbolize/frame_resolver.h"
#include "logs/crashlog/frame.h"
#include "logs/crashlog/log_line.h"

namespace symkit::rewrite {

class StackQueue {
 public:
  // `resolver`: null: frames pass at once, without answers.
  StackQueue(symbolize::FrameResolver* resolver, const Listeners& next) : resolver_(resolver), next_(next) {}

  void frames(FramesOfLine& line);
  // A line of a report that is held until the end of the report anyway. `frame` is to be looked up,
  // `named` is one that the log has named; null: there is none.
  void hold(const crashlog::LogLine& line, const crashlog::Frame* frame, const crashlog::Frame* named);
  // False: nothing waits, so the line does not wait either.
  bool take_between(const crashlog::LogLine& line);
  void named(FramesOfLine& line);
  // Passes on everything that waits.
  void release();

  bool empty() const { return stack_.empty(); }
  // How long the first line may still wait.
  std::chrono::milliseconds patience() const { return stack_.patience(); }

 private:
  void pass_frame(const crashlog::LogLine& line, const HeldFrame& held, const symbolize::FrameAnswer& answer);
  void pass_unanswered(FramesOfLine& line);
  void go_on(const HeldLine& held, bool& is_seen, const HeldStack& stack);
  void see_stack(const HeldStack& stack, const HeldFrame& from);

  symbolize::FrameResolver* resolver_;
  const Listeners& next_;
  HeldStack stack_;
};

}  // namespace symkit::rewrite
