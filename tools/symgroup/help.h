// The text of `symgroup --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symgroup {

inline constexpr std::string_view help = R"(  symgroup crash.log

Groups identical crashes and prints one line for each cause.

Usage: symgroup [options] [LOG...]      files, folders, archives; default: stdin
       symgroup [options] --why A B     why two logs are the same crash, or not

  --by WHAT            exact (default), or similar: merge similar stacks
  --store DIR, --symbols PATH, --local, --no-local, --fetch, --server URL
                       sources of symbols, which name the frames of raw logs
  --rules FILE         more rules about which frames identify a crash
  --owners FILE        CODEOWNERS: who owns the failing code
  --repo DIR           the checkout: whose commits last changed the lines
  --revision REV, --revisions FILE, --since REV  built revision; last good one
  --state FILE, --fail-on-new   known groups; exit with 3 on a new one
  --why                compare the first crashes of two logs
  --triage             the largest group in brief: kind, place, certainty, owner
  --mcp                serve a language model's client over stdin and stdout
  --format FORMAT      text, json, markdown, junit, sarif, or html: one page
  --summary            at the end, on stderr: what was read and grouped
  --progress WHEN      show preparing and fetching: auto, always, never
  --color WHEN         auto (on a terminal, without NO_COLOR), always, never
  -h, --help           this help; the manual: man symgroup
  -V, --version        the version
)";

}  // namespace symkit::symgroup
