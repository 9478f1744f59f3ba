// A pprof file with names: its own bytes, but for the lines of those locations that got some, the flags of
// their mappings, and functions and texts behind all that was there. So labels, comments, the order of things
// and fields that nobody here knows stay as they were.
#pragma once

#include <vector>

#include "reports/profile/pieces.h"
#include "reports/profile/pprof_reader.h"

namespace symkit::profile {

// `renamed`: of each location, whether its lines in file.profile are new. What of the profile's functions and
// texts stands behind those of the file is added to it. Views are of the file's bytes.
Pieces rewritten_pprof(const PprofFile& file, const std::vector<bool>& renamed);

}  // namespace symkit::profile
