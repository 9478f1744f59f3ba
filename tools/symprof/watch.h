// --watch: profiles are named as they come into a folder, and once more when symbols come that were missing.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symprof/options.h"

namespace symkit::symprof {

Result<void> watch(const Options& options, tools::Console& console);

}  // namespace symkit::symprof
