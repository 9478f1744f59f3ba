// --mapping: restores the names of Java frames before native frames are resolved, so that one pass
// handles both.
#pragma once

#include <memory>

#include "answers/retrace/log_names.h"
#include "common/console.h"
#include "ground/print/output.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

// Null if no mapping is named.
Result<std::unique_ptr<retrace::LogNames>> open_java_names(const Options& options, print::Output& output,
                                                           tools::Console& console);

}  // namespace symkit::symlookup
