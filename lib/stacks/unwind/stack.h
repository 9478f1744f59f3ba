// What unwinding finds: the frames of a thread, and why there are no more.
#pragma once

#include <cstdint>
#include <vector>

#include "stacks/unwind/registers.h"

namespace symkit::unwind {

// How a frame was found. The later, the less it can be trusted.
enum class Trust : std::uint8_t {
  Context,       // by the thread's own registers
  Cfi,           // by the unwind table of the function that it called, or the kernel's record of a signal
  Code,          // by the function's own instructions
  FramePointer,  // by the frame pointer, or by where calls leave their return address
  Scan,          // a word on the stack that may be a return address: a guess
};

// Why a stack ends.
enum class End : std::uint8_t {
  Outermost,  // it is complete
  NoTable,    // nothing tells how to leave the last frame
  NoMemory,   // what tells it is not in the dump
  Circle,     // the next frame would be one that was there
  TooDeep,
};

struct Frame {
  std::uint64_t address = 0;
  bool is_return_address = false;  // it is behind the call
  Trust trust = Trust::Context;
  std::uint64_t stack = 0;  // the stack pointer
};

struct Stack {
  std::vector<Frame> frames;
  std::vector<Registers> registers = {};  // of the frames, if they are kept
  End end = End::Outermost;
};

}  // namespace symkit::unwind
