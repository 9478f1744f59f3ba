// What `symlookup --help` prints: at most 24 lines of 80 columns, an example first. tests/check/options holds
// it against the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symlookup {

inline constexpr std::string_view help = R"(  symlookup -o MyApp.dSYM -arch arm64 -l 0x100e94000 0x100e9b2f8

Names the function, file and line behind addresses, as atos does.

Usage: symlookup [options] ADDRESS...
       symlookup [options] -o FILE < ADDRESSES      one a line, answered at once

  -o, --object FILE         dSYM, Mach-O, ELF or index (.symx); repeatable
  -arch, --arch ARCH        the slice of a fat file: arm64, arm64e, x86_64, ...
  -l, --load-address ADDR   where the image was loaded
  -s, --slide SLIDE         or: by how much it was moved
  -offset, --offset         addresses are offsets from the start of the image
  -i, --inlines             inlined functions too, innermost first
  -fullPath, --full-path    whole paths of source files
  -d, --delimiter TEXT      between inlined functions (default: a newline)
  -f, --file FILE           read addresses from FILE
  --store DIR               indexes are kept here (default: see man symlookup)
  --format FORMAT           atos, llvm (as llvm-symbolizer) or json
  --no-demangle             names of functions as they are, mangled
  --summary                 at the end, on stderr: how many were resolved
  --color WHEN              auto, always or never
  -h, --help                this help; the manual: man symlookup
  -V, --version             the version
)";

}  // namespace symkit::symlookup
