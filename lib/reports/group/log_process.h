// Whose line it is, where a collector of logs says so: processes write into one log at the same time.
#pragma once

#include <string_view>

namespace symkit::group {

// The process's number in what stands before a line's own text: logcat's "11-22 20:01:02.345  4711  4720 E
// Shop: " and "E/Shop  ( 4711): ", syslog's "shop[4711]: ". Empty where it is not told.
std::string_view process_in_prefix(std::string_view prefix);

}  // namespace symkit::group
