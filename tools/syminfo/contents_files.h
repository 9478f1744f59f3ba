// From what was named to the files to look at: those of bundles, and of folders all images and indexes.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace symkit::syminfo {

struct FilesToShow {
  std::vector<std::string> files;
  bool walked = false;  // nobody named them one by one
};

Result<FilesToShow> files_to_show(const std::string& input);

}  // namespace symkit::syminfo
