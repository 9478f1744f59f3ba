// Provides a deep enough stack for recursive readers whose depth depends on the input.
#pragma once

#include <cstddef>
#include <functional>

namespace symkit::demangle {

// Does the work with at least this many bytes of stack: the current one if it is large enough, else a new
// one, of which only the used part takes memory. False if no such stack is available: then nothing was
// done.
bool on_wide_stack(std::size_t bytes, const std::function<void()>& work);

}  // namespace symkit::demangle
