// The summary on stderr: how many frames were retraced, and why the others were not.
#pragma once

#include "answers/retrace/tally.h"

namespace symkit::tools {

void print_java_summary(const retrace::Tally& tally);
// The part about frames of Compose's composition stacks, for --info.
void print_compose_keys(const retrace::Tally& tally);

}  // namespace symkit::tools
