// One profile in, one out.
#pragma once

#include "base/result.h"
#include "common/console.h"
#include "symprof/options.h"

namespace symkit::symprof {

Result<void> convert(const Options& options, tools::Console& console);

}  // namespace symkit::symprof
