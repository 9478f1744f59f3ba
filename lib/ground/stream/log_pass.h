// Gives the lines of a log to a taker, and sends the output whenever no more lines are waiting: the log may
// be live.
#pragma once

#include <cstdint>

#include "ground/stream/line_taker.h"

namespace symkit::stream {

class LogPass {
 public:
  // `output`: sent in time, and may end the reading; null: nothing is written. `lines`: of earlier logs,
  // which count as one with this one.
  explicit LogPass(LineTaker& first, print::Output* output = nullptr, std::uint64_t lines = 0)
      : first_(first), output_(output), lines_(lines) {}

  Result<void> read(io::Input& log);
  std::uint64_t lines() const { return lines_; }

 private:
  Result<void> catch_up(io::Lines& lines);
  Result<bool> take_next(io::Lines& lines);
  Result<void> flush() { return output_ == nullptr ? Result<void>() : output_->flush(); }
  bool is_over() const { return output_ != nullptr && output_->stopped(); }

  LineTaker& first_;
  print::Output* output_;
  std::uint64_t lines_;
};

}  // namespace symkit::stream
