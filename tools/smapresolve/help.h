// The text of `smapresolve --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::smapresolve {

inline constexpr std::string_view help = R"(  smapresolve --maps dist < error.log

Resolves stacks of minified JavaScript to functions, sources and lines.

Usage: smapresolve [options] [LOG...]            rewrites logs (default: stdin)
       smapresolve [options] --map FILE LINE:COL...  positions, both from 1

  --map FILE           a source map, its index, or a script that names its map
  --maps DIR           search here for the map of each frame; repeatable
  --any-file           use the one --map for every frame, whatever its file
  --store DIR          search symprep's indexes here, too (see man smapresolve)
  --context N          N source lines around each frame, with a caret
  --skip-ignored       leave out frames that the map marks as third-party
  --follow             if a source was generated, too, follow its own map
  --raw-paths          sources as the map names them: webpack:///./src/a.js
  --format FORMAT      text, or json: an object for each frame
  --summary            at the end, on stderr: what was resolved, and why not
  --max-unpacked SIZE  limit on decompressed size (500M, 16G)
  --color WHEN         auto (on a terminal, without NO_COLOR), always, never
  -h, --help           this help; the manual: man smapresolve
  -V, --version        the version
)";

}  // namespace symkit::smapresolve
