// The name that a frame's engine would have printed for a function of the sources.
#pragma once

#include <string>

#include "answers/sourcemap/map.h"
#include "answers/sourcemap/stack_line.h"

namespace symkit::sourcemap {

std::string shown_function(const StackFrame& frame, const FunctionName& function);

}  // namespace symkit::sourcemap
