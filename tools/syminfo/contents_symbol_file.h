// The contents of symbol lists that are not images: Breakpad's files, and System.map.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

// Appends the description in the requested form; returns false if the file is neither. An error names the
// path.
Result<bool> append_symbol_file(std::string& out, const std::string& path, Format format, unsigned jobs);

}  // namespace symkit::syminfo
