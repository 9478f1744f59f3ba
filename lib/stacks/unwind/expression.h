// DWARF expressions as unwind tables have them: they compute an address from registers and memory.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/registers.h"

namespace symkit::unwind {

// Where an expression is evaluated.
struct Surroundings {
  const Registers& registers;
  const Memory& memory;
  const Processor& processor;
};

// The top of the stack at the end; `initial` is on it in the beginning, if given. Nothing if something is
// not known, or the expression is broken or does not end.
std::optional<std::uint64_t> evaluate(Bytes expression, const Surroundings& where,
                                      std::optional<std::uint64_t> initial);

}  // namespace symkit::unwind
