// The kind of a crash of which the log only has a stack: how it ended is in the stack, too.
#pragma once

#include <string_view>

#include "reports/group/report.h"
#include "reports/group/sites.h"
#include "reports/group/telling_frames.h"

namespace symkit::group {

// "SIGABRT" for a stack that begins with abort(), "SIGSEGV" behind a handler that is called for it; empty if
// the frames before those that tell do not show it.
std::string_view inferred_kind(const Telling& telling, const Sites& sites);

}  // namespace symkit::group
