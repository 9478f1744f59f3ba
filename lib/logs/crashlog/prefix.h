// Where a line's own text begins: behind what collectors of logs put before it. Timestamps, syslog, journald,
// logcat, the kernel's clock and docker-compose's names are known, also several in a row.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::crashlog {

// 0 where nothing is recognised. Blanks that belong to the text (its indentation) are not passed over.
std::size_t text_start(std::string_view line);

}  // namespace symkit::crashlog
