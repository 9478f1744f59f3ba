// symprep --same: whether two mappings give the same answers.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symprep/options.h"

namespace symkit::symprep {

// Fails if they differ, after printing the differences.
Result<void> compare_inputs(const Options& options, tools::Console& console);

}  // namespace symkit::symprep
