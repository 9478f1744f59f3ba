// The contents of files that are lists of symbols and no images: Breakpad's, and System.map.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

// Appends what there is to say in the form that is wanted; false where the file is neither. An error names
// the path.
Result<bool> append_symbol_file(std::string& out, const std::string& path, Format format, unsigned jobs);

}  // namespace symkit::syminfo
