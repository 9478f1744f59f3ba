// Demangles names of any language. A name with an unknown mangling, or one built to exhaust a demangler,
// is returned unchanged.
#pragma once

#include <string>
#include <string_view>

namespace symkit::demangle {

struct DemangleOptions {
  // As llvm-symbolizer prints names: Rust's legacy ones with the hash and with $LT$ and .. as escapes,
  // Swift's unchanged.
  bool as_llvm_symbolizer = false;
  // As GNU's addr2line prints them: C++ in its spelling, and Rust; no other language. Verbose: like its
  // c++filt, with the expansions of std::string and std::ostream, and Rust's hashes.
  bool as_gnu = false;
  bool verbose = false;
  // Only the name, without parameters and results.
  bool no_parameters = false;
  // Swift's names in short form: without modules, types and other details not needed in a stack.
  bool simplified = false;
};

// Swift, C++ (Itanium and Microsoft), Rust (legacy and v0) and D. Compilers' suffixes are kept in
// brackets: "_Z3foov.cold" gives "foo() (.cold)". With as_llvm_symbolizer the result is that of
// llvm-symbolizer.
std::string demangle(std::string_view mangled, const DemangleOptions& options = {});

// "Swift", "C++", "Rust", "D"; empty if the name has no mangling prefix.
std::string_view language_of(std::string_view mangled);

}  // namespace symkit::demangle
