// symcore as the kernel's handler of crashes (core_pattern).
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symcore/options.h"

namespace symkit::symcore {

// The kernel starts handlers without standard output and error; what is opened next must not take their
// place. Errors go to the kernel's log.
void open_missing_streams();

// Reads the core of a crashed process from standard input, and writes what it tells into a folder. The
// process is let go as soon as its stacks are copied.
Result<void> handle_crash(const Options& options, tools::Console& console);

}  // namespace symkit::symcore
