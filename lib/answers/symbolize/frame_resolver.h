// Resolves a frame of a log into functions: finds the image's index, converts the log's numbers into an
// offset, steps back from return addresses and looks up. If it fails, there is a reason.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "answers/symbolize/folded_stack.h"
#include "answers/symbolize/frame_answer.h"
#include "answers/symbolize/function_finder.h"
#include "answers/symbolize/image_resolver.h"
#include "answers/symbolize/image_source.h"
#include "answers/symbolize/inferred_slides.h"
#include "ground/base/frame_reference.h"
#include "ground/base/return_address.h"

namespace symkit::symbolize {

// How to report code shared by several functions: the one that ran, if the stack shows it, otherwise all;
// always all; or only the first.
enum class FoldedNames : std::uint8_t { Resolve, All, First };

class FrameResolver {
 public:
  FrameResolver(ImageSource& source, Dialect dialect, NameStyle names = NameStyle::Readable,
                FoldedNames folded = FoldedNames::Resolve, std::size_t names_of_folded = FoldedSet::few_names)
      : source_(source),
        dialect_(dialect),
        names_(names),
        folded_names_(folded),
        names_of_folded_(names_of_folded) {}

  // Begins a log.
  void begin_log();
  // Must be called before a frame's stack is resolved; returns whether the rest of the stack must be
  // heard first.
  bool hear(const FrameReference& frame);

  // Valid until the next call.
  FrameAnswer resolve(const FrameReference& frame);

  // Whether the last frame is in code shared by several functions, and the rest of its stack is unknown.
  // It may then be resolved again when that is known.
  bool waits_for_stack() const { return waits_for_stack_; }
  void take_back() { calls_ = calls_before_; }
  // The frames of a stack, of which those before `next` are already resolved: each caller shows which of
  // several functions was called.
  template <class Frames>
  void see_stack(const Frames& frames, std::size_t next = 0) {
    begin_stack();
    for (const FrameReference* frame : frames) see(*frame);
    end_stack(next);
  }

 private:
  struct Known {
    Match match;
    std::unique_ptr<ImageResolver> resolver;
    unsigned revision = 0;
  };
  using Images = std::map<std::string, Known, std::less<>>;
  bool is_stale(const Known& known, const ImageReference& image) const;
  Images::iterator forget(Images::iterator image);
  void open_resolver(Known& image);
  void bound_parts();
  Known& known(const ImageReference& image);
  void look_up(const FrameReference& frame, const Known& image, FrameAnswer& answer);
  bool was_interrupted(const FrameReference& frame, const index::Facts& facts, ImageOffset offset);
  void begin_stack();
  void see(const FrameReference& frame);
  void end_stack(std::size_t next);
  void name_folded(const Known& image, FrameAnswer& answer);
  void take_member(const Known& image, const index::Folding::Range& range, std::uint32_t member,
                   FrameAnswer& answer);
  void compare_names(const FrameReference& frame, const OpenImage& image, FrameAnswer& answer);
  // Whether the log's symbol and offset also lead to this place.
  bool counts_from_its_symbol(const FrameReference& frame, const OpenImage& image, std::uint64_t offset);
  std::optional<ImageOffset> offset_of(const FrameReference& frame, const Match& match, FrameAnswer& answer);
  std::optional<ImageOffset> inferred_offset(const FrameReference& frame, const OpenImage& image,
                                             FrameAnswer& answer);
  std::optional<ImageOffset> offset_by_symbol(const FrameReference& frame, const OpenImage& image);

  ImageSource& source_;
  Dialect dialect_;
  NameStyle names_;
  Images images_;
  std::list<Known*> in_parts_;  // images in parts that have a resolver; the most recently used is first
  unsigned turns_ = 0;          // to one of them
  std::string key_;
  std::string last_key_;
  Known* last_ = nullptr;
  std::string_view why_no_offset_;
  std::string trouble_;
  FunctionFinder functions_;
  CallFinder calls_;
  CallFinder calls_before_;    // in the previous frame
  CallFinder calls_at_stack_;  // at the beginning of the current stack

  FoldedNames folded_names_;
  std::size_t names_of_folded_;  // maximum number
  bool waits_for_stack_ = false;
  FoldedFrame* seen_ = nullptr;  // receives what is known of the current frame; may be null
  FoldedStack stack_;
  FoldedMembers members_;
  std::deque<FoldedPick> picks_;    // for the next frames
  std::optional<FoldedPick> pick_;  // for the current frame
  FoldedSet set_;
  std::deque<std::string> set_names_;
  Resolution member_resolution_;
  std::vector<ResolvedFrame> member_frames_;
  InferredSlides slides_;
};

}  // namespace symkit::symbolize
