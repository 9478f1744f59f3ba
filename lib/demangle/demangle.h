// Mangled names made readable: the one way in, whatever the language. A name that no scheme knows, or that
// is built to blow a demangler up, comes back as it was.
#pragma once

#include <string>
#include <string_view>

namespace symkit::demangle {

struct DemangleOptions {
  // Rust's legacy names as llvm-symbolizer prints them: with the hash, and with $LT$ and .. left as escapes.
  bool keep_rust_hash = false;
};

// C++ (Itanium and Microsoft), Rust (legacy and v0) and D. Suffixes of compilers stay, in brackets:
// "_Z3foov.cold" gives "foo() (.cold)". With keep_rust_hash the answer is llvm-symbolizer's.
std::string demangle(std::string_view mangled, const DemangleOptions& options = {});

}  // namespace symkit::demangle
