// Looks up addresses of data: the variable there, its size and its declaration.
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
