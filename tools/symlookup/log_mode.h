// Rewriting logs: standard input, or the files that are named.
#pragma once

#include "common/console.h"
#include "symlookup/images.h"
#include "symlookup/options.h"
#include "text/output.h"

namespace symkit::symlookup {

Result<void> rewrite_logs(const Options& options, std::vector<std::unique_ptr<Image>>& images,
                          text::Output& output, tools::Console& console);

}  // namespace symkit::symlookup
