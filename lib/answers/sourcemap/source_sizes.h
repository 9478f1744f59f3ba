// How many bytes the source texts of a map take in its index.
#pragma once

#include <vector>

#include "keep/index/composition.h"

namespace symkit::sourcemap {

// The sizes of the compressed texts by source name. Fails if the index is damaged.
Result<std::vector<index::Breakdown>> contents_shared_out(const index::Envelope& envelope);

}  // namespace symkit::sourcemap
