// Functions on x86 that no table describes: their instructions are followed, over all branches, to a return,
// or from a function's begin to where it executes. Calls are passed over, as they leave the stack as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "stacks/unwind/expression.h"
#include "stacks/unwind/registers.h"

namespace symkit::unwind {

// The caller's registers by the first return that leads to an address which may be one. After a call that
// does not return there is other code: a wrong way, whose return address is nearly always refused.
// `instructions_left`: how many may be followed, which becomes less.
std::optional<Registers> caller_by_way_to_return(const Surroundings& where, std::size_t& instructions_left,
                                                 const std::function<bool(std::uint64_t)>& may_return_to);

// The same for a return address on the stack: its call must lead to a function that has exactly this stack
// where it executes now.
std::optional<Registers> caller_by_way_from_call(const Surroundings& where, std::size_t& instructions_left,
                                                 std::uint64_t at);

}  // namespace symkit::unwind
