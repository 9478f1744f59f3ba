// Decides which files may be shown as a frame's source. Their paths come from debug information, which
// may be a stranger's and can name "/etc/passwd" as well. If source folders are given, only files in them
// are shown; otherwise only files whose name is that of a source file.
#pragma once

#include <string>
#include <vector>

#include "ground/base/result.h"
#include "ground/io/foreign_file.h"

namespace symkit::rewrite {

// The error says why not, and what to do if the file is a source after all.
Result<void> may_be_shown(const io::ForeignFile& file, const std::vector<std::string>& folders);

}  // namespace symkit::rewrite
