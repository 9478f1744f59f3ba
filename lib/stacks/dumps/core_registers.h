// Registers in the order in which the kernel gives them: in the notes of core files, and to debuggers.
#pragma once

#include <optional>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "stacks/unwind/registers.h"

namespace symkit::dumps {

// Nothing if there are too few bytes.
std::optional<unwind::Registers> general_registers(Bytes bytes, Architecture architecture);

// Of a note of type PRSTATUS. Nothing if it is too short.
std::optional<unwind::Registers> registers_in_status(Bytes status, Architecture architecture);

}  // namespace symkit::dumps
