#include "answers/rewrite/description.h"

#include <algorithm>

namespace symkit::rewrite {

print::Located& Description::describe(const symbolize::FrameAnswer& answer) {
  located_ = {.image = answer.image, .image_offset = answer.offset, .reason = answer.reason};
  located_.inferred_load_address = answer.inferred_load_address;
  frames_.clear();
  if (answer.resolution != nullptr) {
    for (const symbolize::ResolvedFrame& one : answer.resolution->frames)
      frames_.push_back({.function = one.function,
                         .file = one.file,
                         .line = one.line,
                         .column = one.column,
                         .inlined = true});
    frames_.back().inlined = false;
    located_.offset_from_function = *answer.offset - answer.resolution->function_begin.value;
  }
  located_.frames = frames_;
  if (answer.folded != nullptr && !frames_.empty())
    located_.folded = print::Folded{answer.folded->names, answer.folded->count, answer.folded->is_resolved,
                                    answer.folded->why};
  return located_;
}

const print::Located& Description::describe(const symbolize::FrameAnswer& answer,
                                            const crashlog::Frame& frame) {
  describe(answer).given = frame.address_text;
  if (frames_.empty()) return located_;
  if (answer.is_alias) frames_.back().function = frame.symbol;
  if (rename_ != nullptr && *rename_) {
    renamed_ = (*rename_)(frame.image.name, frames_.back().function);
    if (!renamed_.empty()) frames_.back().function = renamed_;
  }
  const bool no_place = std::ranges::all_of(frames_, [](const print::Frame& one) { return one.line == 0; });
  if (frames_.front().function.empty() && frames_.front().line == 0) {
    located_.frames = {};
    located_.reason = "only the function's address is known, not its name";
  } else if (frame.readable && no_place) {
    located_.frames = {};
    located_.reason = "the log already has the name, and nothing more is known";
  }
  return located_;
}

}  // namespace symkit::rewrite
