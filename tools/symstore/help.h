// The text of `symstore --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symstore {

inline constexpr std::string_view help = R"(  symstore stat

Looks after the stores in which indexes are kept: folders, redis://, https://.

Usage: symstore ls [ID...] | stat | verify           what is there; is it whole
       symstore push ID|FILE... --to STORE           into another store
       symstore pull ID... --from STORE              out of another store
       symstore rm ID... | prune [--unused 45d] [--max-size 20G]

  --store STORE             this store, or several (default: see man symstore)
  --to STORE, --from STORE  the other one
  --static                  push: lay --to DIR out as files for any web server
  --expire TIME             how long a server keeps what is pushed (45d)
  --unused TIME             prune what was not used for so long: 12h, 45d
  --max-size SIZE           prune until no more is left: 500M, 20G
  -n, --dry-run             rm and prune: only say what would go
  --format FORMAT           text, or json: an object for each line
  --progress WHEN           a progress bar: auto, always or never
  --color WHEN              auto, always or never
  -h, --help                this help; the manual: man symstore
  -V, --version             the version
)";

}  // namespace symkit::symstore
