// A pprof file with names: its own bytes, except for the lines of the locations that were named, the
// flags of their mappings, and added functions and texts. So labels, comments, the order, and unknown
// fields stay as they were.
#pragma once

#include <vector>

#include "reports/profile/pieces.h"
#include "reports/profile/pprof_reader.h"

namespace symkit::profile {

// `renamed`: for each location, whether its lines in file.profile are new. Functions and texts of the
// profile that come after those of the file are appended. Views refer to the file's bytes.
Pieces rewritten_pprof(const PprofFile& file, const std::vector<bool>& renamed);

}  // namespace symkit::profile
