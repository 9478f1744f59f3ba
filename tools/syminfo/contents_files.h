// Finds the files to examine: the contents of bundles, and all images and indexes in folders.
#pragma once

#include <string>
#include <vector>

#include "ground/base/result.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

struct FilesToShow {
  std::vector<std::string> files;
  bool walked = false;           // found in a folder, not named one by one
  std::string passed_over = {};  // a sentence about what could not be read, for the caller to report
};

Result<FilesToShow> files_to_show(const std::string& input, const Options& options);

}  // namespace symkit::syminfo
