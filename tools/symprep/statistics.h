// symprep --statistics: what an index is made of.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "keep/index/composition.h"
#include "symprep/options.h"

namespace symkit::symprep {

// Appends a report on an index of any kind; errors do not name `path`. `units`: what is known of the units
// that its code is of, or null.
Result<void> append_statistics(Bytes index, const std::string& path, const index::UnitSpans* units,
                               Format format, std::string& out);

// Whether a file is an index: then that is what is asked about.
bool is_index(const std::string& path);

}  // namespace symkit::symprep
