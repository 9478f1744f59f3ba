#include "take_stack.h"

#include <link.h>

#include "last_walk.h"
#include "unwind.h"
#include "words.h"

namespace symleak {
namespace {

// A frame record is two words, {the caller's frame pointer, return address}, each above the previous one.
void follow_frame_pointers(const Caller& caller, Frames& frames) {
  constexpr std::uintptr_t word = sizeof(std::uintptr_t);
  frames.is_guess = true;
  frames.add(caller.returns_to);
  Words words(reinterpret_cast<std::uintptr_t>(caller.frame));
  std::uintptr_t frame = caller.frame[0];
  while (words.has(frame) && words.has(frame + word)) {
    const std::uintptr_t returns_to = words.at(frame + word);
    if (returns_to == 0) return;
    if (!frames.add(returns_to)) return;
    words.begin_at(frame + 2 * word);
    frame = words.at(frame);
  }
}

void unwound(const Caller& caller, std::uint32_t generation, Frames& frames) {
#if defined(__x86_64__)
  unwind(caller, generation, frames);
#else
  (void)generation;
  follow_frame_pointers(caller, frames);
#endif
}

}  // namespace

void StackTaker::forget() {
#if defined(__x86_64__)
  LastWalk::forget();
#endif
}

void StackTaker::choose(format::Stacks wish, Collect collect, FindNote find_note) {
  collect_ = collect;
  way_ = wish;
  if (wish == format::Stacks::Shadow && collect == nullptr) way_ = format::Stacks::None;
  if (way_ == format::Stacks::None)
    way_ = collect != nullptr ? format::Stacks::Shadow : format::Stacks::Unwound;
  find_note_ = way_ == format::Stacks::Shadow ? find_note : nullptr;
  loader_ = Images::find(_r_debug.r_ldbase);
}

// The first address is in this library.
void StackTaker::copy(Frames& frames) const {
  std::uintptr_t addresses[format::most_frames + 1];
  const std::size_t count = collect_(addresses, format::most_frames + 1);
  for (std::size_t i = 1; i < count; ++i) frames.add(addresses[i]);
  if (frames.is_full()) frames.flags |= format::stack_is_cut;
}

void StackTaker::take(const Caller& caller, std::uint32_t generation, Frames& frames) const {
  switch (way_) {
    case format::Stacks::Shadow:
      if (!is_loader(caller)) copy(frames);
      if (frames.count == 0) unwound(caller, generation, frames);  // a thread without any hooks
      break;
    case format::Stacks::FramePointers: follow_frame_pointers(caller, frames); break;
    default: unwound(caller, generation, frames);
  }
}

}  // namespace symleak
