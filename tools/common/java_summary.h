// The summary on stderr: how many frames were retraced, and why the others were not.
#pragma once

#include "answers/retrace/counts.h"

namespace symkit::tools {

void print_java_summary(const retrace::Counts& counts);
// The part about frames of Compose's composition stacks, for --info.
void print_compose_keys(const retrace::Counts& counts);

}  // namespace symkit::tools
