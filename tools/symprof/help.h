// The text of `symprof --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symprof {

inline constexpr std::string_view help = R"(  symprof --format top cpu.pb.gz

Gives the addresses in a profile the names of their functions.

Usage: symprof [options] [PROFILE]    pprof's, perf.data, Firefox Profiler's,
                                      perf's, bcc's text, folded stacks; stdin

  -o, --output FILE         write there; else to standard output
  --format FORMAT           same (the default: all else in it stays), pprof,
                            folded, speedscope, firefox, top, svg (flame graph)
  --sample-type NAME, --full-names   what folded, top and svg count: cpu …;
                            in top whole names of C++, not cut as by pprof
  --maps FILE, --kallsyms FILE, --perf-map FILE   /proc/PID/maps of the process,
                            /proc/kallsyms, a JIT's /tmp/perf-PID.map
  --watch DIR, --out DIR    name the profiles that come there (DIR/named), also
                            once more when missing symbols come; the raw stay
  --interval TIME, --once, --metrics FILE   each 10s; one round; for Prometheus
  --force, --summary        look up also what has names; what was not named
  --store DIR, --symbols PATH   indexes (see man symprof); the program's files
  --local, --no-local       files at the paths that they ran from, or none there
  --fetch, --server URL     what is missing, from servers
  --color, --progress WHEN, --max-unpacked SIZE   auto, always, never; a cap
  -h, --help, -V, --version this help (the manual: man symprof), the version
)";

}  // namespace symkit::symprof
