// How much a server may send, and how long it may take: what debuginfod's variables say, and bounds of our
// own.
#pragma once

#include <cstdint>
#include <string>

#include "ground/base/result.h"

namespace symkit::fetch {

struct Limits {
  long timeout_s = 90;                           // DEBUGINFOD_TIMEOUT: so long may 100 KiB/s not be reached
  long longest_s = 0;                            // DEBUGINFOD_MAXTIME: all of a download; 0: no limit
  std::int64_t largest = std::int64_t{8} << 30;  // DEBUGINFOD_MAXSIZE; 0: no limit
  bool asks_for_less = false;                    // it was said, so that servers are told, too
  int tries = 2;                                 // DEBUGINFOD_RETRY_LIMIT
};
Limits limits_of_environment();

// Whether a file may be so large.
Result<void> may_be_as_large(const Limits& limits, std::int64_t size);
// Whether the disk of a folder takes so much more, and has something left for others.
Result<void> has_room(const std::string& folder, std::int64_t more);

}  // namespace symkit::fetch
