// The text of `retrace --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::retrace_tool {

inline constexpr std::string_view help = R"(  retrace mapping.txt stack.txt

Restores the names in Java and Kotlin stacks that R8 or ProGuard obfuscated.

Usage: retrace [options] MAPPING [STACKTRACE]
       retrace [options] --store DIR [STACKTRACE]
MAPPING is a mapping.txt, R8's archive of its parts, or symprep's index of one.
STACKTRACE is a log (default: stdin). Only its Java frames are changed.

  -verbose, --verbose  print methods with return types and arguments
  -regex, --regex, -r RE  the form of frames, as a regular expression with %c %m
                       %f %s %l %S %C %t %a: class, method, field, file, line
  -info, --info        report unusual content of the mapping
  -quiet, --quiet      no message when waiting for input
  --partition-map FILE R8's archive of the mapping's parts, as in R8's retrace
  --store DIR          find mappings here, by the map id in source file names
  --format FORMAT      text or json (one object for each frame and exception)
  -verify-mapping-file-hash, --verify-mapping-file-hash
                       only check that MAPPING is unchanged since R8 wrote it
  --summary            at the end, on stderr: how many frames were retraced
  --max-unpacked SIZE  limit on decompressed size (500M, 16G)
  --color WHEN         auto (on a terminal, without NO_COLOR), always, never
  -h, --help           this help; the manual: man retrace
  -V, --version        the version
)";

}  // namespace symkit::retrace_tool
