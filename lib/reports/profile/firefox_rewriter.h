// A profile of the Firefox Profiler with names: its own bytes, but for the tables that got functions, and
// where stacks are named, since a call that was inlined is a stack of its own there.
#pragma once

#include <string>

#include "reports/profile/firefox_reader.h"
#include "reports/profile/namer.h"

namespace symkit::profile {

std::string rewritten_firefox(const FirefoxFile& file, const Naming& naming);

}  // namespace symkit::profile
