// Where in its stack a frame is. Several processes may write their stacks into one log at the same time.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "ground/base/return_address.h"
#include "logs/crashlog/frame.h"
#include "logs/crashlog/line_writers.h"

namespace symkit::crashlog {

class StackPositions {
 public:
  // The frame's line has this prefix. `is_at_signal`: a line before it reported a signal.
  void settle(Frame& frame, std::string_view prefix, bool is_at_signal);
  // The frame that was settled last is another one.
  void take_back() { *current_ = before_; }
  // The next frame of a document.
  void settle(Frame& frame) { nameless_.settle(frame); }

  // What a line without a frame begins with may turn out to be a prefix.
  void remember(std::string_view line);
  // For a line that is no frame: the stack before it may have ended.
  void no_frame(std::string_view prefix);
  // A line that cannot occur within a stack.
  void other_text(std::string_view prefix);
  void end_all();

 private:
  static constexpr std::size_t most = 4096;
  static constexpr std::size_t most_remembered = 24, longest_prefix = 48;
  static constexpr std::size_t most_lines_between = 400;  // of others, while a stack is written

  void choose(const Frame& frame, std::string_view prefix);
  StackPosition* of_line(std::string_view prefix);
  std::string_view writer() const {
    return writers_.process().empty() ? writers_.context() : writers_.process();
  }

  std::deque<std::string> remembered_;
  LineWriters writers_;
  StackPosition nameless_;
  std::map<std::string, StackPosition, std::less<>> named_;
  StackPosition* current_ = &nameless_;
  StackPosition before_;         // that frame
  std::size_t since_ = 0;        // lines after it
  std::size_t named_begun_ = 0;  // in the whole log
};

}  // namespace symkit::crashlog
