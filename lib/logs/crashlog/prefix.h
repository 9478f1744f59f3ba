// Finds where a line's own text begins, after the prefixes of log collectors: timestamps, syslog,
// journald, logcat, the kernel's clock and docker-compose's names, also several in a row.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::crashlog {

// 0 if nothing is recognized. Blanks that belong to the text (its indentation) are not skipped.
std::size_t text_start(std::string_view line);

// Where a line's own words begin, and how far they are indented.
struct OwnText {
  std::size_t begin = 0;  // the line's size if there are none
  std::size_t indent = 0;
};

// `start` is what text_start() found. logcat's prefix in its brief formats, which looks like words of a
// program, is skipped, and so are the lines of the trees as which Python draws groups of exceptions.
OwnText own_text(std::string_view line, std::size_t start);

}  // namespace symkit::crashlog
