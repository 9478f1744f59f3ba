// --summary.
#pragma once

#include "retrace/tally.h"

namespace symkit::retrace_tool {

void print_summary(const retrace::Tally& tally);  // on stderr

}  // namespace symkit::retrace_tool
