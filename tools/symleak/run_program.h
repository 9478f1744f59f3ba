// Becomes the program to be recorded, with the recorder preloaded: process number, signals, exit status
// and output are the program's own.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symleak/options.h"

namespace symkit::symleak {

// Returns only if the program cannot be run or recorded.
Result<void> run_program(const Options& options, tools::Console& console);

}  // namespace symkit::symleak
