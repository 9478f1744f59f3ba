// What was found of a place in code, in the words in which it is printed.
#pragma once

#include <vector>

#include "crashlog/frame.h"
#include "symbolize/frame_answer.h"
#include "text/frames.h"

namespace symkit::rewrite {

class Description {
 public:
  // Without frames where nothing was found. Valid until the next call, and as long as the answer.
  text::Located& describe(const symbolize::FrameAnswer& answer);
  // Without frames also where nothing was found that the log does not say itself.
  const text::Located& describe(const symbolize::FrameAnswer& answer, const crashlog::Frame& frame);

 private:
  text::Located located_;
  std::vector<text::Frame> frames_;
};

}  // namespace symkit::rewrite
