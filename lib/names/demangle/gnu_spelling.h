// C++ names in the spelling of GNU's tools, derived from that of LLVM.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace symkit::demangle {

// "f<a<b>>(g()::'lambda'(int)) (.cold)" becomes "f<a<b> >(g()::{lambda(int)#1}) [clone .cold]". Verbose:
// std::string is expanded.
std::string gnu_spelling(std::string_view readable, bool verbose = false);

// The number of characters of "<<(A, B)", the text after the word "operator", that are an operator's
// symbol; 0: it does not consist of angle brackets. "operator<<int>" is LLVM's form of operator< for int.
std::size_t operator_size(std::string_view behind);

}  // namespace symkit::demangle
