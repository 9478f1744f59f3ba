// Converts a single profile.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symprof/options.h"

namespace symkit::symprof {

Result<void> convert(const Options& options, tools::Console& console);

}  // namespace symkit::symprof
