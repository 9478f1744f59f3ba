// Mangled names made readable: the one way in, whatever the language. A name that no scheme knows, or that
// is built to blow a demangler up, comes back as it was.
#pragma once

#include <string>
#include <string_view>

namespace symkit::demangle {

struct DemangleOptions {
  // As llvm-symbolizer prints names: Rust's legacy ones with the hash and with $LT$ and .. left as escapes,
  // Swift's not at all.
  bool as_llvm_symbolizer = false;
  // As GNU's addr2line prints them: C++'s spelt its way, Rust's; no other language's. Verbose: as its
  // c++filt, with what std::string and std::ostream stand for and Rust's hashes.
  bool as_gnu = false;
  bool verbose = false;
  // The name alone, without parameters and results.
  bool no_parameters = false;
  // Swift's names in short: without modules, types and what else a reader of a stack can do without.
  bool simplified = false;
};

// Swift, C++ (Itanium and Microsoft), Rust (legacy and v0) and D. Suffixes of compilers stay, in brackets:
// "_Z3foov.cold" gives "foo() (.cold)". With as_llvm_symbolizer the answer is llvm-symbolizer's.
std::string demangle(std::string_view mangled, const DemangleOptions& options = {});

// "Swift", "C++", "Rust", "D"; empty where the name has no prefix of a mangling.
std::string_view language_of(std::string_view mangled);

}  // namespace symkit::demangle
