// The Python functions that a process's threads run, by CPython's own list of them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "stacks/python/objects.h"
#include "stacks/unwind/memory.h"

namespace symkit::python {

struct Interpreter {
  std::uint64_t runtime = 0;    // where _PyRuntime is
  std::uint64_t code_type = 0;  // PyCode_Type
  std::uint64_t version = 0;    // PY_VERSION_HEX
};

struct Frame {
  const Function* function = nullptr;
  std::uint32_t line = 0;  // 0: it is not known

  bool operator==(const Frame&) const = default;
};

// What one native frame, the interpreter's loop, runs.
struct Run {
  std::uint64_t place = 0;    // within that frame
  std::uint64_t thread = 0;   // as its own kernel calls it
  std::vector<Frame> frames;  // the innermost first
};

struct Stacks {
  std::deque<Function> functions;
  std::vector<Run> runs;  // of each thread the innermost first
};

// What cannot be read, or is not as it must be, is left out, with all that depends on it.
Stacks read_stacks(const unwind::Memory& memory, const Interpreter& interpreter);

// Reads the memory that read_stacks() needs, and does nothing with it: processes wait meanwhile.
void touch_stacks(const unwind::Memory& memory, const Interpreter& interpreter);

}  // namespace symkit::python
