// Finds where a line's own text begins, after the prefixes of log collectors: timestamps, syslog,
// journald, logcat, the kernel's clock and docker-compose's names, also several in a row.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::crashlog {

// 0 if nothing is recognized. Blanks that belong to the text (its indentation) are not skipped.
std::size_t text_start(std::string_view line);

}  // namespace symkit::crashlog
