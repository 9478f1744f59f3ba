// The text of `symprof --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symprof {

inline constexpr std::string_view help = R"(  symprof --format top cpu.pb.gz

Adds function names to the addresses in a profile.

Usage: symprof [options] [PROFILE]    pprof's, perf.data, Firefox Profiler's,
                                      perf's, bcc's text, folded stacks; stdin

  -o, --output FILE         output file (default: stdout)
  --format FORMAT           same (default: the input's own), pprof,
                            folded, speedscope, firefox, top, svg (flame graph)
  --sample-type NAME, --full-names   what folded, top and svg count: cpu …;
                            full C++ names in top
  --maps FILE, --kallsyms FILE, --perf-map FILE   /proc/PID/maps of the process,
                            /proc/kallsyms, a JIT's /tmp/perf-PID.map
  --watch DIR, --out DIR    name the profiles that arrive in DIR, again when
                            missing symbols come (default --out: DIR/named)
  --interval TIME, --once, --metrics FILE   scans (10s); scan once; Prometheus
  --force, --summary        rename named addresses; report unnamed ones
  --store DIR, --symbols PATH   indexes (see man symprof); the program's files
  --local, --no-local       always or never use files at their original paths
  --fetch, --server URL     fetch missing symbols from servers
  --color, --progress WHEN, --max-unpacked SIZE   auto, always, never; limit
  -h, --help, -V, --version this help (the manual: man symprof), the version
)";

}  // namespace symkit::symprof
