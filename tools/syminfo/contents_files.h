// From what was named to the files to look at: those of bundles, and of folders all images and indexes.
#pragma once

#include <string>
#include <vector>

#include "ground/base/result.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

struct FilesToShow {
  std::vector<std::string> files;
  bool walked = false;           // nobody named them one by one
  std::string passed_over = {};  // a sentence on what could not be read, for the caller to report
};

Result<FilesToShow> files_to_show(const std::string& input, const Options& options);

}  // namespace symkit::syminfo
