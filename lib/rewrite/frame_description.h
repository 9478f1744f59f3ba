// A frame of a log, looked up, in the words in which it is printed.
#pragma once

#include <vector>

#include "crashlog/frame.h"
#include "symbolize/frame_resolver.h"
#include "text/frames.h"

namespace symkit::rewrite {

class FrameDescription {
 public:
  explicit FrameDescription(symbolize::FrameResolver& resolver) : resolver_(resolver) {}

  // Without frames where nothing was found, or nothing that the log does not say itself. Valid until the next
  // call, and as long as the frame.
  const text::Located& describe(const crashlog::Frame& frame);
  const symbolize::FrameAnswer& answer() const { return answer_; }

 private:
  symbolize::FrameResolver& resolver_;
  symbolize::FrameAnswer answer_;
  text::Located located_;
  std::vector<text::Frame> frames_;
};

}  // namespace symkit::rewrite
