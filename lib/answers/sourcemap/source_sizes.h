// What the texts of a source map's sources take in its index.
#pragma once

#include <vector>

#include "keep/index/composition.h"

namespace symkit::sourcemap {

// The packed texts by the sources' names. An error where the index is damaged.
Result<std::vector<index::Breakdown>> contents_shared_out(const index::Envelope& envelope);

}  // namespace symkit::sourcemap
