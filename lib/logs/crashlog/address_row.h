// Several addresses in one line, each a frame: "@ 0x401136 0x7f1d2c7a3e40", "Backtrace: 0x400d15f1:0x3ffb1f20
// …".
#pragma once

#include <optional>
#include <string_view>

#include "logs/crashlog/frame.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {

// The next address at or after `from` that follows a blank or begins the line. The description is written
// after it. Notes in the frame whether other addresses follow.
std::optional<Number> next_of_row(std::string_view line, std::size_t from, Frame& frame);

}  // namespace symkit::crashlog
