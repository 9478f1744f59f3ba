// Which files may be shown as a frame's source. Their paths come from debug information, which may be a
// stranger's: "/etc/passwd" is a path that it can name as well. Where folders are named for sources, only
// what lies in them is shown; where none is, only what is a source by its name.
#pragma once

#include <string>
#include <vector>

#include "ground/base/result.h"
#include "ground/io/foreign_file.h"

namespace symkit::rewrite {

// The error says why not, and what to do where it is one all the same.
Result<void> may_be_shown(const io::ForeignFile& file, const std::vector<std::string>& folders);

}  // namespace symkit::rewrite
