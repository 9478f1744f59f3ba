#include "unwind.h"

#include "call_frames.h"
#include "last_walk.h"
#include "words.h"

#if defined(__x86_64__)
namespace symleak {

constinit LastWalk LastWalk::walks_[1U << bits] = {};

namespace {

// The kernel's record of what a signal handler interrupted is where the stack pointer is when the handler
// has returned: a ucontext, with the registers from its 40th byte.
bool to_interrupted(Registers& at, Words& words) {
  constexpr std::uintptr_t registers = 40;
  const auto place_of = [&](int number) {
    return at.stack + registers + static_cast<std::uintptr_t>(number) * 8;
  };
  if (!words.has(place_of(10)) || !words.has(place_of(16))) return false;
  at = {words.at(place_of(16)), words.at(place_of(15)), words.at(place_of(10))};
  words.move_to(at.stack);
  return true;
}

// `saved_at`: where the caller's frame pointer was; 0: it is the same.
bool to_caller(Step step, Registers& at, Words& words, std::uintptr_t& saved_at) {
  const std::uintptr_t base = step.from_frame_pointer() ? at.frame : at.stack;
  const std::uintptr_t cfa = base + static_cast<std::uintptr_t>(step.to_cfa());
  if (!words.has(cfa - 8)) return false;
  at.code = words.at(cfa - 8);
  saved_at = 0;
  if (step.saves_frame_pointer()) {
    saved_at = cfa + static_cast<std::uintptr_t>(step.frame_pointer_at());
    if (!words.has(saved_at)) return false;
    at.frame = words.at(saved_at);
  }
  at.stack = cfa;
  words.begin_at(cfa);
  return true;
}

// Walks from a frame that has not been added yet.
void walk(Registers at, Words& words, std::uint32_t generation, Frames& frames) {
  bool is_return_address = true;
  for (std::uintptr_t saved_at = 0;;) {
    // An interrupted address is given as one after it, like return addresses.
    if (!frames.add(is_return_address ? at.code : at.code + 1)) return;
    const Step step = Steps::at(is_return_address ? at.code - 1 : at.code, generation);
    if (step.kind() == Step::Outermost) return;
    is_return_address = step.kind() != Step::Signal;
    const bool moved = step.kind() == Step::Ordinary ? to_caller(step, at, words, saved_at)
                       : step.kind() == Step::Signal ? to_interrupted(at, words)
                                                     : false;
    if (!moved) frames.flags |= format::stack_is_broken;
    if (!moved || at.code == 0) return;
  }
}

// The same as walk(), but compares with the last walk. Stops before a signal's frame, which that cannot
// store.
class WalkBesideLast {
 public:
  WalkBesideLast(LastWalk& last, Registers& at, Words& words, std::uint32_t generation, Frames& frames)
      : last_(last), at_(at), words_(words), generation_(generation), frames_(frames) {}

  // Returns false if walk() has to continue from the current frame.
  bool run() {
    for (;;) {
      if (last_.meets(at_) && follow()) return true;
      const Step step = Steps::at(at_.code - 1, generation_);
      if (step.kind() == Step::Signal) {
        last_.end_alone(false);
        return false;
      }
      if (!frames_.add(at_.code)) return end(false);
      last_.add({at_, 0});
      if (step.kind() == Step::Outermost) return end(true);
      std::uintptr_t saved_at = 0;
      if (step.kind() != Step::Ordinary || !to_caller(step, at_, words_, saved_at)) {
        frames_.flags |= format::stack_is_broken;
        return end(false);
      }
      last_.saved_at(saved_at);
      if (at_.code == 0) return end(false);
    }
  }

 private:
  bool end(bool complete) {
    last_.end_alone(complete);
    return true;
  }

  // Follows the callers while they are the same as last time. Returns false if walk() has to continue
  // from the last of them.
  bool follow() {
    for (std::size_t i = last_.met();; --i) {
      const Walked& here = last_.known(i);
      const bool is_last = i == 0;
      if (is_last ? !last_.is_complete() : !here.leads_to(last_.known(i - 1).at)) {
        at_ = here.at;
        words_.begin_at(at_.stack);
        last_.part_at(i);
        return false;
      }
      if (frames_.add(here.at.code) && !is_last) continue;
      last_.end_at_met();
      return true;
    }
  }

  LastWalk& last_;
  Registers& at_;
  Words& words_;
  std::uint32_t generation_;
  Frames& frames_;
};

}  // namespace

void unwind(const Caller& caller, std::uint32_t generation, Frames& frames) {
  const auto frame = reinterpret_cast<std::uintptr_t>(caller.frame);
  Registers at = {caller.returns_to, frame + 16, caller.frame[0]};
  Words words(frame);
  LastWalk* last = words.are_own() ? LastWalk::borrow(generation) : nullptr;
  if (last != nullptr) {
    const bool is_done = WalkBesideLast(*last, at, words, generation, frames).run();
    last->give_back();
    if (is_done) return;
  }
  walk(at, words, generation, frames);
}

}  // namespace symleak
#endif
