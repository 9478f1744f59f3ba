// The text of `syminfo --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::syminfo {

inline constexpr std::string_view help = R"(  syminfo MyApp.dSYM

Says what debug information a file has, and what answers will lack.
Usage: syminfo [options] FILE...         binaries, dSYMs, indexes, or folders

  --uuid                  a line for each slice, as dwarfdump --uuid prints it
  --functions             a line for each function: address, size, name, tags
  --source SOURCE         only those of one source: starts, nlist, dwarf, go
  --no-demangle           names as the file has them
  --verify                check debug information, or an index and its source
  --find ID [FOLDER...]   where is the file with this id?
  --match A B             is this dSYM for this binary?
  --log LOG [FOLDER...]   which images of a log can be resolved; what to fetch
  -arch, --arch ARCH      only this slice of fat files
  --symbols DIR, --prefix-map OLD=NEW   where .dwo, .dwp, .o, dwz's files are
  --store DIR             where indexes are (see man syminfo)
  --local, --no-local     --log: take files at the log's paths always, or never
  --fetch, --server URL, --dry-run   --log: only list what would be fetched
  --format FORMAT         text, or json: an object for each slice
  --progress WHEN         auto (on a terminal), always, never
  --max-unpacked SIZE     what is packed becomes no more (500M, 16G)
  --color WHEN            auto (on a terminal, without NO_COLOR), always, never
  -h, --help              this help; the manual: man syminfo
  -V, --version           the version
)";

}  // namespace symkit::syminfo
