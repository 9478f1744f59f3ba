// The text of `symprep --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symprep {

inline constexpr std::string_view help = R"(  symprep MyApp.dSYM

Prepares indexes of debug information and maps for the other tools.
Usage: symprep [options] INPUT...
INPUT is a dSYM, a Mach-O, ELF, PE, PDB, WebAssembly or Breakpad .sym file, a
vmlinuz or System.map, a mapping.txt, a source map or its script, an .apk or zip
of these, or a folder. Prints for each index: kind, id, architecture, name, path

  -o, --output FILE    write one index, to FILE (one image: see --arch)
  --store STORE        a folder or a server; else $SYMKIT_STORE, ~/.cache/symkit
  --expire TIME        when a server deletes unused indexes (45d; 0: never)
  --arch ARCH          only the slices for ARCH: arm64, arm64e, x86_64 ...
  --symbols DIR, --prefix-map OLD=NEW   where to find .dwo, .dwp, .o, dwz
  --fetch, --server URL, --log LOG, --keep-downloads WORD  INPUTs: ids, or a log
  --id ID              the id of an image that has none (hex)
  -j, --jobs N, -f, --force, --only-new   N cores; redo all; replace none
  --columns, --data, --drop-in, --no-sources   optional content (see man)
  --summary            totals and time at the end, on stderr
  --statistics         print what each index is made of; INPUT may be an index
  --same               only check whether two mappings give the same answers
  --format FORMAT      text (tab-separated) or json (one object per line)
  --max-unpacked SIZE, --max-memory SIZE   limits: decompressed size; memory
  --progress WHEN, --color WHEN    auto (on a terminal), always, never
  -h, --help, -V, --version        this help (manual: man symprep); version
)";

}  // namespace symkit::symprep
