// Functions on x86 that are about to return: their instructions tell exactly what is left to be undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "stacks/unwind/expression.h"
#include "stacks/unwind/registers.h"

namespace symkit::unwind {

// How functions are left other than by a return.
struct X86Leaving {
  // Whether a jump to that address leads to another function.
  std::function<bool(std::uint64_t to)> leads_elsewhere;
  bool marks_jumps = false;  // through a register to another function, by a prefix that changes nothing
};

struct X86Return {
  Registers registers;    // after it
  std::size_t bytes = 0;  // of the instructions up to it
};

// Nothing if the code is no epilogue, or is not known.
std::optional<X86Return> caller_after_epilogue(const Surroundings& where, const X86Leaving& leaving);

}  // namespace symkit::unwind
