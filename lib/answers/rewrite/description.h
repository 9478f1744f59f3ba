// What was found for a place in code, in the words in which it is printed.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/frame_answer.h"
#include "ground/print/frames.h"
#include "logs/crashlog/frame.h"

namespace symkit::rewrite {

// Another name for the function that holds the code; empty: it keeps its own. `image`: a name, not a
// path.
using Rename = std::function<std::string(std::string_view image, std::string_view function)>;

class Description {
 public:
  Description() = default;
  // For frames of logs. `rename` must outlive this.
  explicit Description(const Rename& rename) : rename_(&rename) {}

  // Has no frames if nothing was found. Valid until the next call, and as long as the answer.
  print::Located& describe(const symbolize::FrameAnswer& answer);
  // Has no frames either if nothing was found beyond what the log itself says.
  const print::Located& describe(const symbolize::FrameAnswer& answer, const crashlog::Frame& frame);

 private:
  print::Located located_;
  std::vector<print::Frame> frames_;
  const Rename* rename_ = nullptr;
  std::string renamed_;
};

}  // namespace symkit::rewrite
