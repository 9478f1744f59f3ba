// symprep --statistics: what takes how much room in an index.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "keep/index/composition.h"
#include "symprep/options.h"

namespace symkit::symprep {

// Appends a report on an index of any kind; errors do not name `path`. `units`: the units to which its
// code belongs, or null.
Result<void> append_statistics(Bytes index, const std::string& path, const index::UnitRanges* units,
                               Format format, std::string& out);

// Whether a file is an index: the statistics are then about it.
bool is_index(const std::string& path);

}  // namespace symkit::symprep
