// The text of `symgroup --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symgroup {

inline constexpr std::string_view help = R"(  symgroup crash.log

Says which of many crashes are the same: a line for each cause.

Usage: symgroup [options] [LOG...]      files, folders, archives; default: stdin
       symgroup [options] --why A B     why two logs are the same crash, or not

  --by WHAT            exact (default), or similar: what is alike, over builds
  --store DIR, --symbols PATH, --local, --no-local, --fetch, --server URL  where
                       symbols are: frames of raw logs get their names
  --rules FILE         which frames tell a crash, besides the rules built in
  --owners FILE        CODEOWNERS: whose the code is that fails
  --repo DIR           the checkout: whose commits changed the lines last
  --revision REV, --revisions FILE, --since REV  what was built; the last good
  --state FILE, --fail-on-new   what earlier runs found; exit with 3 on new ones
  --why                compare the first crash of one log with that of another
  --triage             the worst group in brief: what, where, how sure, whose
  --mcp                answer a language model's client over stdin and stdout
  --format FORMAT      text, json, markdown, junit, sarif, or html: one page
  --summary            at the end, on stderr: what was read and grouped
  --progress WHEN      of what is prepared or fetched: auto, always, never
  --color WHEN         auto (on a terminal, without NO_COLOR), always, never
  -h, --help           this help; the manual: man symgroup
  -V, --version        the version
)";

}  // namespace symkit::symgroup
