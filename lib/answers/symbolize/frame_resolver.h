// A frame of a log in, the functions behind it out: finds the image's index, turns the log's terms into an
// offset in it, steps back from return addresses and looks up. A miss has its reason.
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

// What is said of code that several functions share: the one that ran, where the stack tells, else all;
// always all; or the first of them, as if it were the only one.
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

  // A log is read from its beginning.
  void begin_log();
  // Before a frame's stack is resolved: whether what is said of this one must be heard out first.
  bool hear(const FrameReference& frame);

  // Valid until the next call.
  FrameAnswer resolve(const FrameReference& frame);

  // Whether the frame that was resolved last is of code that several functions share, and the rest of its
  // stack was not seen. Then it may be resolved once more when it was.
  bool waits_for_stack() const { return waits_for_stack_; }
  void take_back() { calls_ = calls_before_; }
  // Frames that are resolved one after the other, those before `next` already: each is asked which of several
  // functions was called.
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
  // Whether the symbol that the log has, and what it counts from there, lead to the place, too.
  bool counts_from_its_symbol(const FrameReference& frame, const OpenImage& image, std::uint64_t offset);
  std::optional<ImageOffset> offset_of(const FrameReference& frame, const Match& match, FrameAnswer& answer);
  std::optional<ImageOffset> inferred_offset(const FrameReference& frame, const OpenImage& image,
                                             FrameAnswer& answer);
  std::optional<ImageOffset> offset_by_symbol(const FrameReference& frame, const OpenImage& image);

  ImageSource& source_;
  Dialect dialect_;
  NameStyle names_;
  Images images_;
  std::list<Known*> in_parts_;  // those in parts that have a resolver; what was asked last stands first
  unsigned turns_ = 0;          // to one of them
  std::string key_;
  std::string last_key_;
  Known* last_ = nullptr;
  std::string_view why_no_offset_;
  std::string trouble_;
  FunctionFinder functions_;
  CallFinder calls_;
  CallFinder calls_before_;    // the last frame
  CallFinder calls_at_stack_;  // where the stack at hand begins

  FoldedNames folded_names_;
  std::size_t names_of_folded_;  // at most so many
  bool waits_for_stack_ = false;
  FoldedFrame* seen_ = nullptr;  // where what is known of the frame at hand is kept; null: it is not
  FoldedStack stack_;
  FoldedMembers members_;
  std::deque<FoldedPick> picks_;    // of the frames that come next
  std::optional<FoldedPick> pick_;  // of the frame at hand
  FoldedSet set_;
  std::deque<std::string> set_names_;
  Resolution member_resolution_;
  std::vector<ResolvedFrame> member_frames_;
  InferredSlides slides_;
};

}  // namespace symkit::symbolize
