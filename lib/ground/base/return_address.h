// The one place where return addresses are turned into the calls that they return to. A return address is
// that of the instruction after the call, which may stand on another line or in another function. Which
// frames hold one depends on the log (FrameReference::address_of) and on the frame's place in the stack; how
// far back the call lies, on the processor.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ground/base/frame_reference.h"

namespace symkit {

// Settles AddressOf for the frames of a log in the order in which they come: the first frame of a stack
// (where the log is "as unwound"), and the one that a signal interrupted, stand at an instruction; all others
// at a return address.
class StackPosition {
 public:
  // A line that is no frame: the stack before it may be over.
  void no_frame() { within_stack_ = false; }
  // A line that cannot stand within a stack.
  void other_text() {
    within_stack_ = false;
    begins_anew_ = true;
  }
  // A line that says "here came a signal".
  void signal() { after_signal_ = true; }
  void settle(FrameReference& frame);

 private:
  bool within_stack_ = false;
  bool after_signal_ = false;
  bool begins_anew_ = true;
  std::size_t stack_ = 0;
};

// Goes along with the frames as they are looked up, and knows what only their images' code tells: that a
// frame is of a signal's trampoline.
class CallFinder {
 public:
  // Where to look up a frame whose address is `offset` in its image: there, or in the call before it.
  // `is_trampoline`: a signal handler returns there. `no_call`: none ends there, so nothing returns there.
  std::uint64_t place_of(const FrameReference& frame, std::uint64_t offset, Architecture architecture,
                         bool is_trampoline, bool no_call = false);
  // Whether a signal may have interrupted the frame, as the one before it may be of a trampoline: nothing is
  // known of it. To be asked before the frame's place.
  bool may_be_interrupted(const FrameReference& frame) const {
    return after_unknown_ && !interrupted_ && !frame.begins_stack && frame.address_of == AddressOf::Return;
  }
  // The frame that was looked up last turned out to be a trampoline's, by its name.
  void was_named(std::string_view function);
  // Nothing was found where it was looked up.
  void was_not_found() { after_unknown_ = true; }
  // A frame that cannot be looked up. `is_trampoline`: what a signal handler returns to, all the same.
  void skip(bool is_trampoline = false) {
    interrupted_ = is_trampoline;
    after_unknown_ = true;
  }

 private:
  bool interrupted_ = false;    // the next frame
  bool after_unknown_ = false;  // that frame
};

// Where the call may return to that a log has stepped back into. Logs go back by another distance than
// call_before: into the call's last byte on x86, by an instruction or half of one elsewhere.
std::array<std::uint64_t, 2> returns_behind(std::uint64_t call, Architecture architecture);

// An address within the call that returns here; any byte of it does.
std::uint64_t call_before(std::uint64_t return_address, Architecture architecture);

}  // namespace symkit
