// How much a server may send, and how long it may take: from debuginfod's variables, and limits of our
// own.
#pragma once

#include <cstdint>
#include <string>

#include "ground/base/result.h"

namespace symkit::fetch {

struct Limits {
  long timeout_s = 90;  // DEBUGINFOD_TIMEOUT: how long the rate may be below 100 KiB/s
  long longest_s = 0;   // DEBUGINFOD_MAXTIME: for a complete download; 0: no limit
  std::int64_t largest = std::int64_t{8} << 30;  // DEBUGINFOD_MAXSIZE; 0: no limit
  bool asks_for_less = false;                    // a limit was set, so servers are told of it, too
  int tries = 2;                                 // DEBUGINFOD_RETRY_LIMIT
};
Limits limits_of_environment();

// Whether a file may have this size.
Result<void> may_be_as_large(const Limits& limits, std::int64_t size);
// Whether a folder's disk has room for this much, and some left for others.
Result<void> has_room(const std::string& folder, std::int64_t more);

}  // namespace symkit::fetch
