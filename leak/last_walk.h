// The stack that was unwound last, from the outermost frame inwards, with the place on the machine stack
// where each frame was read. The next stack mostly shares its outer frames: these are compared with the
// current content, several at once, instead of being unwound one by one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reports/heap/format.h"
#include "system.h"
#include "thread.h"

namespace symleak {

struct Registers {
  std::uintptr_t code;
  std::uintptr_t stack;
  std::uintptr_t frame;

  bool operator==(const Registers&) const = default;
};

// A frame, and where its caller's frame pointer was read; 0: the caller has the same one.
struct Walked {
  Registers at;
  std::uintptr_t saved_at;

  // Whether unwinding from here led to `caller`, and would again. The call pushed its return address
  // below it.
  bool leads_to(const Registers& caller) const {
    constexpr std::uintptr_t word = sizeof(std::uintptr_t);
    return read(caller.stack - word) == caller.code &&
           (saved_at == 0 ? at.frame : read(saved_at)) == caller.frame;
  }

 private:
  static std::uintptr_t read(std::uintptr_t address) {
    return *reinterpret_cast<const std::uintptr_t*>(address);
  }
};

class LastWalk {
 public:
  static constexpr std::size_t most = 2 * symkit::heap::format::most_frames;

  // The running thread's last walk, which must be given back; nullptr: it is in use. It is valid for this
  // thread's stack and these images.
  static LastWalk* borrow(std::uint32_t generation) {
    LastWalk& mine = walks_[place_of(thread.stack_high)];
    if (!mine.lock_.may_take()) return nullptr;
    if (mine.stack_high_ != thread.stack_high || mine.generation_ != generation) {
      mine.stack_high_ = thread.stack_high;
      mine.generation_ = generation;
      mine.count_ = 0;
    }
    mine.fresh_count_ = 0;
    mine.left_ = mine.count_;
    return &mine;
  }
  void give_back() { lock_.give(); }
  // Called in the child of a fork: none is in use.
  static void forget() {
    for (LastWalk& walk : walks_) walk.lock_.reset();
  }

  // Whether the last walk passed here. Must be called for frames in outward order.
  bool meets(const Registers& at) {
    while (left_ != 0 && known_[left_ - 1].at.stack < at.stack) --left_;
    return left_ != 0 && known_[left_ - 1].at == at;
  }
  // The frame where the walks meet; counted inwards, the outermost is 0.
  std::size_t met() const { return left_ - 1; }
  const Walked& known(std::size_t number) const { return known_[number]; }
  bool is_complete() const { return is_complete_; }
  // Keeps the known frames inwards of this one as added frames. This one must be added again, as its
  // callers have changed or are unknown.
  void part_at(std::size_t number) {
    while (left_ > number + 1) add(known_[--left_]);
    left_ = number;
  }

  void add(const Walked& walked) {
    if (fresh_count_ < most) fresh_[fresh_count_++] = walked;
  }
  // Sets where the frame pointer of the caller of the last added frame was read.
  void saved_at(std::uintptr_t address) { fresh_[fresh_count_ - 1].saved_at = address; }
  // The walk consists only of the added frames; `complete`: up to the outermost frame.
  void end_alone(bool complete) {
    left_ = 0;
    is_complete_ = complete;
    end_at_met();
  }
  // The added frames lead to where the walks meet.
  void end_at_met() {
    count_ = left_ + fresh_count_ > most ? 0 : left_;
    if (count_ != left_) return;
    while (fresh_count_ != 0) known_[count_++] = fresh_[--fresh_count_];
  }

 private:
  static constexpr unsigned bits = 5;
  static std::size_t place_of(std::uintptr_t stack) {
    return (stack >> 12) * 0x9e3779b97f4a7c15 >> (64 - bits);
  }

  Lock lock_;
  bool is_complete_ = false;
  std::uint32_t generation_ = 0;
  std::uintptr_t stack_high_ = 0;
  std::size_t count_ = 0;  // of the known frames
  std::size_t left_ = 0;   // of these, the frames that this walk may still meet
  std::size_t fresh_count_ = 0;
  Walked known_[most] = {};  // the outermost first
  Walked fresh_[most] = {};  // the innermost first

  // NOLINTNEXTLINE(bugprone-dynamic-static-initializers,readability-identifier-naming): zeros
  static LastWalk walks_[1U << bits];
};

}  // namespace symleak
