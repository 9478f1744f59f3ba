// The text of `syminfo --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::syminfo {

inline constexpr std::string_view help = R"(  syminfo MyApp.dSYM

Shows what debug information a file has, and what it lacks.
Usage: syminfo [options] FILE...         binaries, dSYMs, indexes, or folders

  --uuid                  a line for each slice, as dwarfdump --uuid prints it
  --functions             a line for each function: address, size, name, tags
  --source SOURCE         only from this source: starts, nlist, dwarf, go
  --no-demangle           print names as they are in the file
  --verify                check debug information, or an index and its source
  --find ID [FOLDER...]   find the file with this id
  --match A B             check whether a dSYM belongs to a binary
  --log LOG [FOLDER...]   list which images of a log can be resolved
  -arch, --arch ARCH      only this slice of fat files
  --symbols DIR, --prefix-map OLD=NEW   where to find .dwo, .dwp, .o, dwz
  --store DIR             where to find indexes (see man syminfo)
  --local, --no-local     --log: always or never use files at the log's paths
  --fetch, --server URL, --dry-run   --log: only list what would be fetched
  --format FORMAT         text, or json: an object for each slice
  --progress WHEN         auto (on a terminal), always, never
  --max-unpacked SIZE     limit on decompressed size (500M, 16G)
  --color WHEN            auto (on a terminal, without NO_COLOR), always, never
  -h, --help              this help; the manual: man syminfo
  -V, --version           the version
)";

}  // namespace symkit::syminfo
