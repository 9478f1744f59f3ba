// What a recording has to tell.
#pragma once

#include "base/result.h"
#include "common/console.h"
#include "symleak/options.h"

namespace symkit::symleak {

Result<void> report(const Options& options, tools::Console& console);

// Whether nothing was left.
Result<bool> check(const Options& options, tools::Console& console);

}  // namespace symkit::symleak
