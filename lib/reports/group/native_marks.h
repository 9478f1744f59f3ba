// What compilers, linkers and C libraries add to the names of C, C++, Rust and Go.
#pragma once

#include <string>

namespace symkit::group {

// "open.isra.0", "__GI_open", "open[abi:cxx11]", "virtual thunk to open", "open::h0123456789abcdef",
// "main.open[...]" → "open". Variants of the C library's functions: "__memcpy_avx_unaligned" → "memcpy".
void take_native_marks_off(std::string& name);

}  // namespace symkit::group
