// What a signal interrupted, from the kernel's record on the stack: for a handler's caller without a table.
#pragma once

#include <cstdint>
#include <optional>

#include "stacks/unwind/memory.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/registers.h"

namespace symkit::unwind {

// Nothing if the code at the address is not what a handler returns to, or the record is not known. If the
// code is not known, the record must look like one. `stack`: where the stack pointer is when the handler has
// returned.
std::optional<Registers> interrupted_registers(std::uint64_t code, std::uint64_t stack, const Memory& memory,
                                               const Processor& processor);

}  // namespace symkit::unwind
