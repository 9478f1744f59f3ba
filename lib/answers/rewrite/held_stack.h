// Lines of a stack that wait for the end of the stack: all its frames are seen before the first is
// answered. They are kept with what was read from them, because the reader has moved on. They do not wait
// long, so that the output of a live log is not delayed.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/frame.h"
#include "logs/crashlog/log_line.h"

namespace symkit::rewrite {

struct HeldFrame {
  crashlog::Frame frame;
  std::string_view colours;
};

struct HeldLine {
  crashlog::LogLine line;
  std::vector<HeldFrame> frames;  // empty: a line between frames
  bool is_named = false;          // the log itself names its frames: there is nothing to look up
};

class HeldStack {
 public:
  bool empty() const { return lines_.empty(); }
  bool is_full() const { return lines_.size() >= most_lines || bytes_ >= most_bytes; }

  void add(const crashlog::LogLine& line);
  // Another frame of the line that was added last.
  void add_frame(const crashlog::Frame& frame, std::string_view colours);
  // The log has named the frames of the line that was added last.
  void mark_named() { lines_.back().is_named = true; }
  // How long the first line may still wait.
  std::chrono::milliseconds patience() const;

  const std::vector<HeldLine>& lines() const { return lines_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most_lines = 4096;
  static constexpr std::size_t most_bytes = std::size_t{1} << 20;
  static constexpr std::chrono::milliseconds longest{50};

  std::string_view keep(std::string_view text);

  std::vector<HeldLine> lines_;
  std::deque<std::string> texts_;  // what the lines and frames view
  std::size_t bytes_ = 0;
  Clock::time_point until_;
};

}  // namespace symkit::rewrite
