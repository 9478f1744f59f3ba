// The text of `symcore --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symcore {

inline constexpr std::string_view help = R"(  symcore core

Prints the stack of every thread in a core file or a minidump, with functions
and lines. The thread that crashed comes first.

Usage: symcore [options] [CORE...]      default: stdin
       symcore [options] --pid PID      a running process

  --format FORMAT      text, json, or raw: addresses and build ids without
                       names, which symlookup can name on another machine
  --pid PID            stop a process for a moment and print its stacks
  --all, --images      every thread, also those with equal stacks; list images
  --values             the arguments and locals of each frame
  --redact FILE, --unredacted         more names of secrets; show secrets, too
  --handler PID        as the kernel's core_pattern: keep what a crash tells
  --into DIR, --keep-mini, --max-size SIZE, --dumpable NUMBER
                       for --handler: the folder, small cores, its size, %d
  --install            print what to type to let the kernel call --handler
  --store DIR, --symbols PATH, --local, --no-local, --fetch, --server URL
                       sources of symbols
  --summary            at the end, on stderr: what was read and named
  --progress WHEN, --color WHEN       auto, always, never
  -h, --help           this help; the manual: man symcore
  -V, --version        the version
)";

}  // namespace symkit::symcore
