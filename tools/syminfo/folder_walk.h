// Looks through a folder that was named, with progress on a terminal, and says what in it could not be read:
// whoever looks for a file should not take it for missing.
#pragma once

#include <string>

#include "catalogue/catalogue.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

// `cache` is where ids are kept between searches; empty: nowhere.
Result<catalogue::Snapshot> look_through(const std::string& folder, const Options& options,
                                         const WarningSink& warn, const std::string& cache = {});

// "what cannot be read was passed over: sub (Permission denied) and 2 more", or nothing.
std::string told_of_passed_over(const catalogue::Snapshot& snapshot, const std::string& folder);

}  // namespace symkit::syminfo
