// The stack that was unwound last, from the outermost frame inwards, with where on the machine stack each
// frame was read. The next one mostly shares its outer frames: these are held against what stands there now,
// several at once, and need not be worked out one after the other.
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

// A frame, and where its caller's frame pointer was read; 0: it has the same one.
struct Walked {
  Registers at;
  std::uintptr_t saved_at;

  // Whether `caller` was reached from here, and would be again. The call pushed its return address below it.
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

  // That of the running thread, to be given back; nullptr: somebody else has it. What it knows is of this
  // thread's stack and of these images.
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
  // In the child of a fork: nobody has one.
  static void forget() {
    for (LastWalk& walk : walks_) walk.lock_.reset();
  }

  // Whether the last walk came by here. Asked of frames further and further out.
  bool meets(const Registers& at) {
    while (left_ != 0 && known_[left_ - 1].at.stack < at.stack) --left_;
    return left_ != 0 && known_[left_ - 1].at == at;
  }
  // The frame where they meet, and its callers: counted inwards, the outermost is 0.
  std::size_t met() const { return left_ - 1; }
  const Walked& known(std::size_t number) const { return known_[number]; }
  bool is_complete() const { return is_complete_; }
  // Up to this one, which is to be added anew: its callers are others now, or are not known.
  void part_at(std::size_t number) {
    while (left_ > number + 1) add(known_[--left_]);
    left_ = number;
  }

  void add(const Walked& walked) {
    if (fresh_count_ < most) fresh_[fresh_count_++] = walked;
  }
  // Where the caller of the one that was added last has its frame pointer from.
  void saved_at(std::uintptr_t address) { fresh_[fresh_count_ - 1].saved_at = address; }
  // What was added is all that there is to know of the walk; `complete`: up to the outermost frame.
  void end_alone(bool complete) {
    left_ = 0;
    is_complete_ = complete;
    end_at_met();
  }
  // What was added leads to where they meet.
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
  std::size_t count_ = 0;  // of those that are known
  std::size_t left_ = 0;   // of these, those that this walk may still meet
  std::size_t fresh_count_ = 0;
  Walked known_[most] = {};  // the outermost first
  Walked fresh_[most] = {};  // the innermost first

  // NOLINTNEXTLINE(bugprone-dynamic-static-initializers,readability-identifier-naming): zeros
  static LastWalk walks_[1U << bits];
};

}  // namespace symleak
