// The name that a frame's engine would have printed for a function of the sources.
#pragma once

#include <string>

#include "answers/sourcemap/map.h"
#include "logs/script/stack_line.h"

namespace symkit::sourcemap {

std::string shown_function(const script::StackFrame& frame, const FunctionName& function);

}  // namespace symkit::sourcemap
