// What the classes of a mapping's index take in it.
#pragma once

#include <vector>

#include "keep/index/composition.h"

namespace symkit::retrace {

// The bodies of classes, by the classes' original names. An error where the index is damaged.
Result<std::vector<index::Breakdown>> bodies_shared_out(const index::Envelope& envelope);

}  // namespace symkit::retrace
