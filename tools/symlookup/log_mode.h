// Rewrites logs: standard input, or the named files.
#pragma once

#include "common/console.h"
#include "ground/print/output.h"
#include "symlookup/images.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

Result<void> rewrite_logs(const Options& options, std::vector<std::unique_ptr<Image>>& images,
                          print::Output& output, print::Progress& progress, tools::Console& console);

}  // namespace symkit::symlookup
