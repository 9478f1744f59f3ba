// Which file to get for an image of a log that cannot be resolved, and where from.
#pragma once

#include <string>

#include "syminfo/log_census.h"

namespace symkit::syminfo {

// As is usual for its kind of image: a UUID with dashes, or a build id.
std::string shown_id(const LoggedImage& image);

// "dSYM of MyApp, UUID C061EE83-…"
std::string fetch_advice(const LoggedImage& image);

}  // namespace symkit::syminfo
