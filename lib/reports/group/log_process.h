// Which process wrote a line, if a log collector says so: several processes write into one log at the
// same time.
#pragma once

#include <string_view>

namespace symkit::group {

// The process number in the prefix of a line: logcat's "11-22 20:01:02.345  4711  4720 E Shop: " and
// "E/Shop  ( 4711): ", syslog's "shop[4711]: ". Empty if there is none.
std::string_view process_in_prefix(std::string_view prefix);

}  // namespace symkit::group
