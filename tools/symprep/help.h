// The text of `symprep --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symprep {

inline constexpr std::string_view help = R"(  symprep MyApp.dSYM

Prepares debug information and maps, so that the other tools answer at once.
Usage: symprep [options] INPUT...
INPUT is a dSYM, a Mach-O, ELF, PE, PDB, WebAssembly or Breakpad .sym file, a
vmlinuz or System.map, a mapping.txt, a source map or its script, an .apk or zip
of these, or a folder. Prints for each index: kind, id, architecture, name, path

  -o, --output FILE    write one index, to FILE (one image: see --arch)
  --store STORE        a folder or a server; else $SYMKIT_STORE, ~/.cache/symkit
  --expire TIME        how long a server keeps what is unused (45d; 0: for ever)
  --arch ARCH          only the slices for ARCH: arm64, arm64e, x86_64 ...
  --symbols DIR, --prefix-map OLD=NEW   where .dwo, .dwp, .o, dwz's files are
  --fetch, --server URL, --log LOG, --keep-downloads WORD  INPUTs: ids, or a log
  --id ID              the id of an image that carries none (hex)
  -j, --jobs N, -f, --force, --only-new   on N cores; redo all; replace nothing
  --columns, --data, --drop-in, --no-sources   what is kept besides, or left out
  --summary            at the end, on stderr: what was found, and the time
  --statistics         print what each index is made of; INPUT may be an index
  --same               only compare two mappings: do they answer alike?
  --format FORMAT      text (tab-separated) or json (one object a line)
  --max-unpacked SIZE, --max-memory SIZE   of what is packed; held (500M, 16G)
  --progress WHEN, --color WHEN    auto (on a terminal), always, never
  -h, --help, -V, --version        this help (manual: man symprep); version
)";

}  // namespace symkit::symprep
