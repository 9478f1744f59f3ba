// Looks up addresses of a process, whose mappings say which file each is in.
#pragma once

#include <memory>
#include <vector>

#include "common/console.h"
#include "ground/print/output.h"
#include "symlookup/images.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

Result<void> answer_in_process(const Options& options, const std::vector<std::unique_ptr<Image>>& images,
                               print::Output& output, print::Progress& progress, tools::Console& console);

}  // namespace symkit::symlookup
