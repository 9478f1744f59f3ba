// The functions that DWARF describes, each range separately.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "debug/debuginfo/companions.h"
#include "debug/listing/listing.h"
#include "files/container/image.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::listing {

// Appends them to `functions`, in no particular order; names that had to be composed are stored in
// `texts`.
Result<void> append_debug_functions(const container::Image& image, unsigned jobs, const WarningSink& warn,
                                    debuginfo::Companions* companions, std::vector<Function>& functions,
                                    std::vector<std::deque<std::string>>& texts);

}  // namespace symkit::listing
