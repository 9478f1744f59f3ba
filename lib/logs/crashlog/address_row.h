// Several addresses in one line, each a frame: "@ 0x401136 0x7f1d2c7a3e40", "Backtrace: 0x400d15f1:0x3ffb1f20
// …".
#pragma once

#include <optional>
#include <string_view>

#include "logs/crashlog/frame.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {

// The next address at or after `from` that stands behind a blank or at the beginning. The description goes
// behind it; whether others follow is noted.
std::optional<Number> next_of_row(std::string_view line, std::size_t from, Frame& frame);

}  // namespace symkit::crashlog
