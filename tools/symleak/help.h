// The text of `symleak --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symleak {

inline constexpr std::string_view help = R"(  symleak run -o app.leak -- ./app && symleak report app.leak

Records a program's allocations and reports what was never freed, by stack.

Usage: symleak run [options] -- PROGRAM ARGUMENTS...   without rebuilding it
       symleak report|check [options] FILE   with FILE.PID of all children, or a
                                  folder; check exits with 3: leaks, 4: growth
       symleak snapshot [--name NAME] PID    marks a moment in a running program

  -o, --output FILE         run: record into FILE; report: write into FILE
  --stacks WAY, --sample BYTES  run: stack method; only record samples
  --format FORMAT           text, json, html, markdown, folded, pprof,
                            speedscope, heaptrack
  --measure NAME            what to sort by: bytes, short-lived, peak-…
  --since MARK, --until MARK, --diff FILE   growth since and until a mark
  --max-growth BYTES        check: allowed growth
  --suppressions FILE, --baseline FILE, --write-baseline FILE   known leaks
  --top N, --context N, --source-root DIR, --path-map OLD=NEW   source lines
  --store DIR, --symbols PATH   indexes (see man symleak); the program's files
  --local, --no-local       always or never use files at their original paths
  --fetch, --server URL     fetch missing symbols from servers
  --this-process            leave out child and exec'ed processes
  --name NAME, --color WHEN, --progress WHEN  snapshot's; auto, always, never
  -h, --help, -V, --version this help (the manual: man symleak), the version
)";

}  // namespace symkit::symleak
