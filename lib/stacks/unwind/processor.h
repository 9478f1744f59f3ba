// What unwinding has to know of a processor.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/architecture.h"

namespace symkit::unwind {

// Registers are numbered as in DWARF.
struct Processor {
  Architecture architecture = Architecture::Unknown;
  unsigned address_size = 8;
  unsigned code = 0;  // where it executes
  unsigned stack = 0;
  unsigned frame = 0;                       // the frame pointer
  std::optional<unsigned> link = {};        // a call leaves its return address here, else on the stack
  std::uint64_t address_bits = UINT64_MAX;  // what a signed address is without its signature
  unsigned frame_slack = 0;                 // the frame pointer may be so far below the frame's end
};

// Null if it is not known how stacks are there.
const Processor* processor_of(Architecture architecture);

}  // namespace symkit::unwind
