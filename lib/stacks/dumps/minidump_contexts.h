// The registers of a thread in a minidump.
#pragma once

#include <optional>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "stacks/unwind/registers.h"
#include "stacks/unwind/vector_registers.h"

namespace symkit::dumps {

// Nothing if the context is too short, or is that of another processor.
std::optional<unwind::Registers> registers_in_context(Bytes context, Architecture architecture);

// What a context that has registers has beside them.
unwind::VectorRegisters vectors_in_context(Bytes context, Architecture architecture);

// The processor by what the context says itself.
Architecture architecture_of_context(Bytes context);

}  // namespace symkit::dumps
