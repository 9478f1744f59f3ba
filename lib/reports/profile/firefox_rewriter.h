// A profile of the Firefox Profiler with names: its own bytes, except for the tables that got functions,
// and the references to stacks, since an inlined call is a stack of its own there.
#pragma once

#include <string>

#include "reports/profile/firefox_reader.h"
#include "reports/profile/namer.h"

namespace symkit::profile {

std::string rewritten_firefox(const FirefoxFile& file, const Naming& naming);

}  // namespace symkit::profile
