// What to go and fetch for an image of a log that cannot be resolved, and where such files come from.
#pragma once

#include <string>

#include "syminfo/log_census.h"

namespace symkit::syminfo {

// As its kind of image has it: a UUID with dashes, or a build id.
std::string shown_id(const LoggedImage& image);

// "dSYM of MyApp, UUID C061EE83-…"
std::string fetch_advice(const LoggedImage& image);

}  // namespace symkit::syminfo
