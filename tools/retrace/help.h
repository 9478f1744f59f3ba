// The text of `retrace --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::retrace_tool {

inline constexpr std::string_view help = R"(  retrace mapping.txt stack.txt

Gives Java and Kotlin stacks that R8 or ProGuard obfuscated their names back.

Usage: retrace [options] MAPPING [STACKTRACE]
       retrace [options] --store DIR [STACKTRACE]
MAPPING is a mapping.txt, R8's archive of its parts, or symprep's index of one.
STACKTRACE is a log, by default standard input; all but Java frames stays as is.

  -verbose, --verbose  methods with their return types and arguments
  -regex, --regex, -r RE  lines are recognised by RE: %c %m %f %s %l %S %C %t %a
                       in it are class, method, field, source file, line ...
  -info, --info        say what else is found in the mapping
  -quiet, --quiet      do not say that it waits for input
  --partition-map FILE the archive of parts, named as R8's own tool has it
  --store DIR          find mappings here, by the map id in the source files
  --format FORMAT      text or json (one object for each frame and exception)
  -verify-mapping-file-hash, --verify-mapping-file-hash
                       only check that MAPPING is as R8 wrote it
  --summary            at the end, on stderr: how many frames were retraced
  --max-unpacked SIZE  what is packed becomes no more (500M, 16G)
  --color WHEN         auto (on a terminal, without NO_COLOR), always, never
  -h, --help           this help; the manual: man retrace
  -V, --version        the version
)";

}  // namespace symkit::retrace_tool
