// The text of `symdemangle --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symdemangle {

inline constexpr std::string_view help = R"(  symdemangle '$s4main3AppC3runyyF' _ZN3App3runEv _RNvC4main3run

Makes mangled names readable: Swift, C++ (Itanium, Microsoft), Rust and D.

Usage: symdemangle [options] NAME...
       nm libapp.so | symdemangle [options]         names within any text

  --simplified              short Swift names, as Xcode shows them
  --no-params               names without parameters and results
  --format FORMAT           text, or json: an object for each mangled name
  --summary                 at the end, on stderr: how many were demangled
  --color WHEN              auto, always or never
  -h, --help                this help; the manual: man symdemangle
  -V, --version             the version

Text without mangled names is passed through unchanged, line by line.
)";

}  // namespace symkit::symdemangle
