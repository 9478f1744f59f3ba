// symprep --same: whether two mappings answer alike.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symprep/options.h"

namespace symkit::symprep {

// An error where they do not, when what differs has been printed.
Result<void> compare_inputs(const Options& options, tools::Console& console);

}  // namespace symkit::symprep
