// A stack as deep as the work may need, for recursive readers whose depth the input decides.
#pragma once

#include <cstddef>
#include <functional>

namespace symkit::demangle {

// Does the work where so many bytes of stack are left: here if there are, else on a stack of its own, of
// which only what is used costs memory. False where such a stack cannot be had: then nothing was done.
bool on_wide_stack(std::size_t bytes, const std::function<void()>& work);

}  // namespace symkit::demangle
