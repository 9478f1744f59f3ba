// The names of exceptions of Windows and of Mach.
#pragma once

#include <string>

#include "stacks/dumps/process.h"

namespace symkit::dumps {

// "EXCEPTION_ACCESS_VIOLATION_READ", "EXC_BAD_ACCESS / KERN_INVALID_ADDRESS"; the number if it has no name.
std::string exception_name(const Exception& exception, System system);

}  // namespace symkit::dumps
