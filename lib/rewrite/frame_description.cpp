#include "rewrite/frame_description.h"

#include <algorithm>

namespace symkit::rewrite {

const print::Located& FrameDescription::describe(const crashlog::Frame& frame) {
  answer_ = resolver_.resolve(frame);
  located_ = {.given = frame.address_text, .image = answer_.image, .reason = answer_.reason};
  located_.image_offset = answer_.offset;
  frames_.clear();
  if (answer_.resolution != nullptr) {
    for (const symbolize::ResolvedFrame& one : answer_.resolution->frames)
      frames_.push_back({.function = one.function, .file = one.file, .line = one.line, .inlined = true});
    frames_.back().inlined = false;
    if (answer_.is_alias) frames_.back().function = frame.symbol;
    located_.offset_from_function = *answer_.offset - answer_.resolution->function_begin.value;
    const bool no_place = std::ranges::all_of(frames_, [](const print::Frame& one) { return one.line == 0; });
    if (frames_.front().function.empty() && frames_.front().line == 0) {
      frames_.clear();
      located_.reason = "only the function's address is known, not its name";
    } else if (frame.readable && no_place) {
      frames_.clear();
      located_.reason = "the log has the name already, and no more is known";
    }
  }
  located_.frames = frames_;
  return located_;
}

}  // namespace symkit::rewrite
