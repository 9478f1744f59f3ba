// Marks the recording of a running process from outside.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symleak/options.h"

namespace symkit::symleak {

Result<void> take_snapshot(const Options& options, tools::Console& console);

}  // namespace symkit::symleak
