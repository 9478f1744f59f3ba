// How many bytes the classes of a mapping take in its index.
#pragma once

#include <vector>

#include "keep/index/composition.h"

namespace symkit::retrace {

// The sizes of the classes' bodies, by original name. Fails if the index is damaged.
Result<std::vector<index::Breakdown>> bodies_shared_out(const index::Envelope& envelope);

}  // namespace symkit::retrace
