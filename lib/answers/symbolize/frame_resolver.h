// Resolves a frame of a log into functions: finds the image's index (ImageCache) and the frame's offset in
// it (OffsetFinder), steps back from return addresses, looks up, and chooses among functions that share
// the code (FoldedChoice). If it fails, there is a reason.
#pragma once

#include <optional>
#include <string>

#include "answers/symbolize/folded_choice.h"
#include "answers/symbolize/frame_answer.h"
#include "answers/symbolize/image_cache.h"
#include "answers/symbolize/image_source.h"
#include "answers/symbolize/offset_finder.h"
#include "ground/base/frame_reference.h"
#include "ground/base/return_address.h"

namespace symkit::symbolize {

class FrameResolver {
 public:
  FrameResolver(ImageSource& source, Dialect dialect, NameStyle names = NameStyle::Readable,
                FoldedNames folded = FoldedNames::Resolve, std::size_t names_of_folded = FoldedSet::few_names)
      : source_(source), images_(source, dialect, names), folded_(folded, names_of_folded) {}

  // Begins a log.
  void begin_log() {
    source_.begin_log();
    offsets_.begin_log();
  }
  // Must be called before a frame's stack is resolved; returns whether the rest of the stack must be
  // heard first.
  bool hear(const FrameReference& frame) {
    const bool is_wanted = source_.hear(frame);
    return offsets_.hear(frame) || is_wanted;
  }

  // Valid until the next call.
  FrameAnswer resolve(const FrameReference& frame);

  // Whether the last frame is in code shared by several functions, and the rest of its stack is unknown.
  bool waits_for_stack() const { return folded_.waits_for_stack(); }
  // Nothing if it is, as if the frame had not been resolved.
  std::optional<FrameAnswer> resolve_if_known(const FrameReference& frame);
  // The frames of a stack, of which those before `next` are already resolved: each caller shows which of
  // several functions was called.
  template <class Frames>
  void see_stack(const Frames& frames, std::size_t next = 0) {
    const CallFinder calls = calls_;
    folded_.begin_stack();
    for (const FrameReference* frame : frames) see(*frame);
    folded_.end_stack(next);
    calls_ = calls;
  }

 private:
  KnownImage* find(const FrameReference& frame, FrameAnswer& answer);
  void look_up(const FrameReference& frame, const KnownImage& image, FrameAnswer& answer);
  bool was_interrupted(const FrameReference& frame, const index::Facts& facts, ImageOffset offset);
  void see(const FrameReference& frame);
  void compare_names(const FrameReference& frame, const OpenImage& image, FrameAnswer& answer);

  ImageSource& source_;
  ImageCache images_;
  OffsetFinder offsets_;
  FoldedChoice folded_;
  CallFinder calls_;
  std::string trouble_;
};

}  // namespace symkit::symbolize
