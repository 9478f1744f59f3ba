// The one place where return addresses are turned into the calls that they return to. A return address is
// that of the instruction after the call, which may belong to another line or another function. Which
// frames hold one depends on the log (FrameReference::address_of) and on the frame's place in the stack.
// How far before it the call is depends on the processor.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ground/base/frame_reference.h"

namespace symkit {

// Settles AddressOf for the frames of a log, in their order. The first frame of a stack (where the log is
// "as unwound") and a frame interrupted by a signal are at an instruction; all others are at a return
// address.
class StackPosition {
 public:
  // The first stack has the next number.
  explicit StackPosition(std::size_t stack = 0) : stack_(stack) {}

  // A line that is not a frame: the stack before it may have ended.
  void no_frame() { within_stack_ = false; }
  // A line that cannot occur within a stack.
  void other_text() {
    within_stack_ = false;
    begins_anew_ = true;
  }
  // A line that reports a signal.
  void signal() { after_signal_ = true; }
  void settle(FrameReference& frame);

 private:
  bool within_stack_ = false;
  bool after_signal_ = false;
  bool begins_anew_ = true;
  std::size_t stack_;
};

// Follows the frames as they are looked up, and tracks what is known only from their images' code: that a
// frame belongs to a signal trampoline.
class CallFinder {
 public:
  // The next frame is this one. The frames of several stacks may alternate.
  void choose(const FrameReference& frame);
  // Where to look up a frame whose address is `offset` in its image: there, or in the call before it.
  // `is_trampoline`: a signal handler returns there. `no_call`: no call ends there, so nothing returns
  // there.
  std::uint64_t place_of(const FrameReference& frame, std::uint64_t offset, Architecture architecture,
                         bool is_trampoline, bool no_call = false);
  // Whether a signal may have interrupted the frame, because nothing is known about the frame before it,
  // which may be a trampoline. Call this before place_of().
  bool may_be_interrupted(const FrameReference& frame) const {
    return stacks_[at_].after_unknown && !stacks_[at_].interrupted && !frame.begins_stack &&
           frame.address_of == AddressOf::Return;
  }
  // The frame that was looked up last turned out, by its name, to be a trampoline.
  void was_named(std::string_view function);
  // The last lookup found nothing.
  void was_not_found() { stacks_[at_].after_unknown = true; }
  // A frame that cannot be looked up. `is_trampoline`: it is nevertheless known that a signal handler
  // returns to it.
  void skip(bool is_trampoline = false) {
    stacks_[at_].interrupted = is_trampoline;
    stacks_[at_].after_unknown = true;
  }

 private:
  struct Stack {
    std::size_t number = 0;
    bool interrupted = false;    // the next frame
    bool after_unknown = false;  // the frame before it is unknown
  };

  std::array<Stack, 8> stacks_ = {};  // the latest
  std::size_t at_ = 0;                // that frame's
};

// The addresses that a call may return to, if the log has stepped back into the call. Logs step back by a
// different distance than call_before(): into the call's last byte on x86, by an instruction or half of
// one elsewhere.
std::array<std::uint64_t, 2> returns_behind(std::uint64_t call, Architecture architecture);

// An address within the call that returns here; any byte of the call will do.
std::uint64_t call_before(std::uint64_t return_address, Architecture architecture);

}  // namespace symkit
