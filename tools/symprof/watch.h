// --watch: names profiles as they appear in a folder, and again when missing symbols arrive.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symprof/options.h"

namespace symkit::symprof {

Result<void> watch(const Options& options, tools::Console& console);

}  // namespace symkit::symprof
