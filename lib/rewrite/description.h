// What was found of a place in code, in the words in which it is printed.
#pragma once

#include <vector>

#include "crashlog/frame.h"
#include "print/frames.h"
#include "symbolize/frame_answer.h"

namespace symkit::rewrite {

class Description {
 public:
  // Without frames where nothing was found. Valid until the next call, and as long as the answer.
  print::Located& describe(const symbolize::FrameAnswer& answer);
  // Without frames also where nothing was found that the log does not say itself.
  const print::Located& describe(const symbolize::FrameAnswer& answer, const crashlog::Frame& frame);

 private:
  print::Located located_;
  std::vector<print::Frame> frames_;
};

}  // namespace symkit::rewrite
