// The text of `symstore --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symstore {

inline constexpr std::string_view help = R"(  symstore stat

Manages stores of indexes: folders, redis://, https://.

Usage: symstore ls [ID...] | stat | verify           list; sizes; check
       symstore push ID|FILE... --to STORE           copy to another store
       symstore pull ID... --from STORE              copy from another store
       symstore rm ID... | prune [--unused 45d] [--max-size 20G]

  --store STORE             this store, or several (default: see man symstore)
  --to STORE, --from STORE  the other store
  --static                  push: write --to DIR as files for any web server
  --expire TIME             when a server deletes unused indexes (45d)
  --unused TIME             prune: delete what was unused this long: 12h, 45d
  --max-size SIZE           prune: delete until no more is left: 500M, 20G
  -n, --dry-run             rm and prune: only list what would be deleted
  --format FORMAT           text, or json: an object for each line
  --progress WHEN           a progress bar: auto, always or never
  --color WHEN              auto, always or never
  -h, --help                this help; the manual: man symstore
  -V, --version             the version
)";

}  // namespace symkit::symstore
