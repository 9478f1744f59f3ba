// The registers in the notes of core files.
#pragma once

#include <optional>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "stacks/unwind/registers.h"

namespace symkit::dumps {

// Of a note of type PRSTATUS. Nothing if it is too short.
std::optional<unwind::Registers> registers_in_status(Bytes status, Architecture architecture);

}  // namespace symkit::dumps
