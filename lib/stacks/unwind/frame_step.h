// From a frame's registers to its caller's, by the rules for the frame's place in the code.
#pragma once

#include <cstdint>
#include <optional>

#include "stacks/unwind/expression.h"
#include "stacks/unwind/frame_rules.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/registers.h"

namespace symkit::unwind {

struct Caller {
  Registers registers;
  bool is_outermost = false;  // there is none
};

// Where a frame returns to, from what it has saved for that.
std::uint64_t return_address(std::uint64_t saved, bool is_signed, const Processor& processor);

// Nothing if the rules need what is not known.
std::optional<Caller> caller_by_rules(const FrameRules& rules, std::uint64_t return_register,
                                      const Surroundings& where);

}  // namespace symkit::unwind
