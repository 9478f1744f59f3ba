// Counts the frames of a log while they are answered.
#pragma once

#include "answers/symbolize/frame_answer.h"
#include "ground/print/frames.h"
#include "logs/crashlog/frame.h"

namespace symkit::rewrite {

class Tally {
 public:
  virtual ~Tally() = default;
  virtual void count(const print::Located& located, const crashlog::Frame& frame,
                     const symbolize::FrameAnswer& answer) = 0;
  // A report was too long to be held until its images come: its frames stay unchanged.
  virtual void gave_up_waiting() = 0;

 protected:
  Tally() = default;
  Tally(const Tally&) = default;
  Tally& operator=(const Tally&) = default;
};

}  // namespace symkit::rewrite
