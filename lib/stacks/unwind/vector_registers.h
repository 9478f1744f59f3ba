// The registers of a thread that no frame is found by, but values are in: those of vectors and of floating
// point, as the kernel keeps them.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "stacks/unwind/memory.h"

namespace symkit::unwind {

// x86: as FXSAVE or XSAVE write it. ARM64: v0 to v31, 16 bytes each.
struct VectorRegisters {
  Architecture architecture = Architecture::Unknown;
  Bytes state = {};  // empty: they are not known

  // 8 bytes of a register, the lowest first, by the number that DWARF gives it.
  std::optional<std::uint64_t> word_of(std::uint64_t number, unsigned word) const;
};

// What a signal has interrupted, from the kernel's record. `stack`: where the stack pointer is when the
// handler has returned.
VectorRegisters interrupted_vectors(std::uint64_t stack, const Memory& memory, Architecture architecture);

}  // namespace symkit::unwind
