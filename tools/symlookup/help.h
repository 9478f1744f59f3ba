// The text of `symlookup --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symlookup {

inline constexpr std::string_view help = R"(  symlookup --symbols MyApp.dSYM < crash.log

Makes native crash logs readable, and names the code behind addresses.

Usage: symlookup [options] [LOG...]            rewrites logs (default: stdin)
       symlookup [options] -o FILE ADDRESS...  answers, as atos does

  -o, --object FILE         dSYM, Mach-O, ELF, vmlinuz, PE, PDB, .wasm, .sym …
  --store DIR               indexes are kept here (default: see man symlookup)
  --symbols PATH, --prefix-map OLD=NEW   where logs' images are, and .dwo files
  --local, --no-local       take files at the log's own paths always, or never
  --fetch, --server URL, --fetch-wait SECONDS, --keep-downloads yes|no   servers
  --kallsyms FILE, --maps FILE, --pid PID   where the kernel, or images, were
  --mapping FILE, --map FILE, --maps DIR    Java's and JavaScript's frames, too
  --no-inlines, --no-demangle, --summary    plainer logs; counts on stderr
  --folded WHICH            of functions in one code: resolve, all, first
  --context N, --source-root DIR, --path-map OLD=NEW   N lines of source in logs
  -arch, --arch ARCH        the slice of a fat file: arm64, arm64e, x86_64, ...
  -l, --load-address ADDR, -s, --slide SLIDE    where -o was loaded, or moved
  -offset, --offset, -i, --inlines, -fullPath, --full-path   as atos means them
  -d, --delimiter TEXT, -f, --file FILE, --unique, --data, --guess   FILE's once
  --format FORMAT           atos, llvm, json; protobuf (tombstones of Android)
  --as NAME, --color, --progress WHEN, --max-unpacked SIZE   another tool; a cap
  -h, --help, -V, --version this help (the manual: man symlookup), the version
)";

}  // namespace symkit::symlookup
