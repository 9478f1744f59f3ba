// The text of `symleak --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symleak {

inline constexpr std::string_view help = R"(  symleak run -o app.leak -- ./app && symleak report app.leak

Records what a program allocates, and tells what it never gave back, by stack.

Usage: symleak run [options] -- PROGRAM ARGUMENTS...   as it is, not rebuilt
       symleak report|check [options] FILE   and FILE.PID of all it started, or
                                             a folder; check: 3 leaks, 4 growth
       symleak snapshot [--name NAME] PID    marks a moment of what runs

  -o, --output FILE         run: record into FILE; report: write into FILE
  --stacks WAY, --sample BYTES  run: how stacks are taken; only samples
  --format FORMAT           text, json, html, markdown, folded, pprof,
                            speedscope, heaptrack
  --measure NAME            what places are told by: bytes, short-lived, peak-…
  --since MARK, --until MARK, --diff FILE   what has grown since, and until when
  --max-growth BYTES        check: so much may have grown
  --suppressions FILE, --baseline FILE, --write-baseline FILE   what is known
  --top N, --context N, --source-root DIR, --path-map OLD=NEW   lines of source
  --store DIR, --symbols PATH   indexes (see man symleak); the program's files
  --local, --no-local       files at the paths that they ran from, or none there
  --fetch, --server URL     what is missing, from servers
  --this-process            not those that the program has started or become
  --name NAME, --color WHEN, --progress WHEN  snapshot's; auto, always, never
  -h, --help, -V, --version this help (the manual: man symleak), the version
)";

}  // namespace symkit::symleak
