// Prints the stacks of a process.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "ground/print/output.h"
#include "stacks/dumps/process.h"
#include "symcore/image_files.h"
#include "symcore/names.h"
#include "symcore/options.h"

namespace symkit::symcore {

// `names`: null if nothing is named, nor asked of a store.
Result<void> tell(const dumps::Process& process, const Options& options, const ImageFiles& files,
                  Names* names, print::Output& output, const tools::Console& console);

}  // namespace symkit::symcore
