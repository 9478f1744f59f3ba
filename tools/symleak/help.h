#pragma once

#include <string_view>

namespace symkit::symleak {

inline constexpr std::string_view help = R"(  symleak run -o app.leak -- ./app && symleak report app.leak

Records what a program allocates, and tells what it never gave back, by stack.

Usage: symleak run [options] -- PROGRAM ARGUMENTS...   as it is, not rebuilt
       symleak report [options] FILE       what is not freed or lost, and where
       symleak check [options] FILE        for CI: 0 nothing leaks, 3 leaks

  -o, --output FILE         run: record into FILE (default: PROGRAM.PID.leak)
  --stacks WAY              run: auto, shadow (libsymtrace), fp, unwind
  --sample BYTES            run: one block in so many bytes, instead of all
  --format FORMAT           report: text, json
  --top N                   report: so many places (default: 20; 0: all)
  --store DIR               indexes are kept here (default: see man symleak)
  --symbols PATH            where the program's files, or their debug files, are
  --local, --no-local       files at the paths that they ran from, or none there
  --fetch, --server URL     what is missing, from debuginfod servers
  --color, --progress WHEN  auto, always, never
  -h, --help, -V, --version this help (the manual: man symleak), the version
)";

}  // namespace symkit::symleak
