// Chooses the function that ran where several share the code: the one that a frame's caller shows, or
// else all of them.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "answers/symbolize/folded_stack.h"
#include "answers/symbolize/frame_answer.h"
#include "answers/symbolize/image_resolver.h"

namespace symkit::symbolize {

// How to report code shared by several functions: the one that ran, if the stack shows it, otherwise all;
// always all; or only the first.
enum class FoldedNames : std::uint8_t { Resolve, All, First };

class FoldedChoice {
 public:
  // `most_names`: the maximum number of names in an answer.
  FoldedChoice(FoldedNames names, std::size_t most_names) : names_(names), most_names_(most_names) {}

  // A stack is seen before its frames are answered. `resolver`: of the frame's image, after it has
  // resolved the frame; null: nothing was found.
  void begin_stack() { stack_ = {}; }
  void see(const FrameReference& frame, const FrameAnswer& answer, const ImageResolver* resolver);
  // The frames before `next` are already answered.
  void end_stack(std::size_t next);

  void begin_frame();
  // Changes an answer that `resolver` has just found.
  void choose(ImageResolver& resolver, FrameAnswer& answer);
  // Whether the last frame is in code shared by several functions, and the rest of its stack is unknown.
  bool waits_for_stack() const { return waits_for_stack_; }

 private:
  void take_names(ImageResolver& resolver, const index::Folding::Range& range,
                  std::optional<std::uint32_t> member, const FrameAnswer& answer);
  void take_member(ImageResolver& resolver, const index::Folding::Range& range, std::uint32_t member,
                   FrameAnswer& answer);

  FoldedNames names_;
  std::size_t most_names_;
  bool waits_for_stack_ = false;
  FoldedStack stack_;
  FoldedMembers members_;
  std::deque<FoldedPick> picks_;    // for the next frames
  std::optional<FoldedPick> pick_;  // for the current frame
  FoldedSet set_;
  std::deque<std::string> set_names_;
  Resolution member_resolution_;
  std::vector<ResolvedFrame> member_frames_;
};

}  // namespace symkit::symbolize
