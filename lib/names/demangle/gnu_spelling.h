// C++'s names as GNU's tools spell them, made of how LLVM does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace symkit::demangle {

// "f<a<b>>(g()::'lambda'(int)) (.cold)" reads "f<a<b> >(g()::{lambda(int)#1}) [clone .cold]". Verbose:
// std::string is what it stands for.
std::string gnu_spelling(std::string_view readable, bool verbose = false);

// How many characters of "<<(A, B)" are the operator that a function is called by, behind the word
// "operator"; 0: it is none of brackets. "operator<<int>" is LLVM's for operator< of int.
std::size_t operator_size(std::string_view behind);

}  // namespace symkit::demangle
