// A frame of a log, looked up, in the words in which it is printed.
#pragma once

#include <vector>

#include "crashlog/frame.h"
#include "print/frames.h"
#include "symbolize/frame_resolver.h"

namespace symkit::rewrite {

class FrameDescription {
 public:
  explicit FrameDescription(symbolize::FrameResolver& resolver) : resolver_(resolver) {}

  // Without frames where nothing was found, or nothing that the log does not say itself. Valid until the next
  // call, and as long as the frame.
  const print::Located& describe(const crashlog::Frame& frame);
  const symbolize::FrameAnswer& answer() const { return answer_; }

 private:
  symbolize::FrameResolver& resolver_;
  symbolize::FrameAnswer answer_;
  print::Located located_;
  std::vector<print::Frame> frames_;
};

}  // namespace symkit::rewrite
