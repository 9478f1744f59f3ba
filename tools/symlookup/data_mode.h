// Answers addresses of data: which variable is there, how large it is and where it is declared.
#pragma once

#include <memory>
#include <vector>

#include "common/console.h"
#include "ground/print/output.h"
#include "symlookup/images.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

Result<void> answer_data(const Options& options, const std::vector<std::unique_ptr<Image>>& images,
                         print::Output& output);

}  // namespace symkit::symlookup
