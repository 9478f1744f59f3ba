// The functions that DWARF describes, each of their ranges by itself.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "container/image.h"
#include "debuginfo/companions.h"
#include "listing/listing.h"

namespace symkit::listing {

// Appends them to `functions`, in no particular order; names that had to be composed are put
// into `texts`.
Result<void> append_debug_functions(const container::Image& image, unsigned jobs, const WarningSink& warn,
                                    debuginfo::Companions* companions, std::vector<Function>& functions,
                                    std::vector<std::deque<std::string>>& texts);

}  // namespace symkit::listing
