// What programs of all kinds say themselves before they end: failed checks and assertions, fatal errors.
#pragma once

#include <optional>
#include <string_view>

#include "logs/crashlog/cause.h"

namespace symkit::crashlog {

// Only the expression of "len > 0 (-1 vs. 0)", "x; y", "!terminated_.".
std::string_view checked_in(std::string_view text);

// The text after the place in a line of Chromium's or glog's: "Check failed: x", or a last message.
Cause fatal_message(std::string_view said);

// What the libraries of C and C++ say, of GLib, Android and Qt.
std::optional<Cause> runtime_message(std::string_view text);

}  // namespace symkit::crashlog
