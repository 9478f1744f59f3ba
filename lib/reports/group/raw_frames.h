// Frames of native code that a log has as places alone: where symbols are at hand they get their names on the
// way, and inlined calls are frames like others.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "answers/symbolize/frame_resolver.h"
#include "ground/base/frame_reference.h"
#include "reports/group/frame_text.h"

namespace symkit::group {

class RawFrames {
 public:
  explicit RawFrames(symbolize::FrameResolver& resolver) : resolver_(resolver) {}

  void begin_log() { resolver_.begin_log(); }

  // The frames that it stands for, innermost first. False, and none, where nothing is known of it, or only
  // the rest of its stack would tell: nothing is guessed.
  bool name(const FrameReference& frame, const std::function<void(const FrameText&)>& take);

 private:
  std::string with_others(std::string_view function, const symbolize::FoldedSet& folded);

  symbolize::FrameResolver& resolver_;
};

}  // namespace symkit::group
