// The text of `symlookup --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symlookup {

inline constexpr std::string_view help = R"(  symlookup --symbols MyApp.dSYM < crash.log

Makes native crash logs readable, and names the code behind addresses.

Usage: symlookup [options] [LOG...]            rewrites logs (default: stdin)
       symlookup [options] -o FILE ADDRESS...  look up, as atos does

  -o, --object FILE         dSYM, Mach-O, ELF, vmlinuz, PE, PDB, .wasm, .sym …
  --store DIR, --prepare WHEN   where indexes are kept, and when one is made
  --symbols PATH, --prefix-map OLD=NEW   where to find images and .dwo files
  --local, --no-local       always or never use files at the log's paths
  --fetch, --server URL, --fetch-wait SECONDS, --keep-downloads yes|no   servers
  --kallsyms FILE, --maps FILE, --pid PID   addresses of kernel or process
  --mapping FILE, --map FILE, --maps DIR    restore Java and JavaScript names
  --no-inlines, --no-demangle, --summary    plainer logs; totals on stderr
  --folded WHICH            for functions that share code: resolve, all, first
  --context N, --source-root DIR, --path-map OLD=NEW   N source lines in logs
  -arch, --arch ARCH        the slice of a fat file: arm64, arm64e, x86_64, ...
  -l, --load-address ADDR, -s, --slide SLIDE    load address of -o, or its slide
  -offset, --offset, -i, --inlines, -fullPath, --full-path   as in atos
  -d, --delimiter TEXT, -f, --file FILE, --unique, --data, --guess   see man
  --format FORMAT           atos, llvm, json; protobuf (tombstones of Android)
  --as NAME, --color, --progress WHEN, --max-unpacked SIZE   act as NAME; limit
  -h, --help, -V, --version this help (the manual: man symlookup), the version
)";

}  // namespace symkit::symlookup
