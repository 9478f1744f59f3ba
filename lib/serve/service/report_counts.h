// Counts of the logs whose crashes are grouped.
#pragma once

#include <cstddef>
#include <cstdint>

namespace symkit::service {

struct ReportCounts {
  std::uint64_t reports = 0;
  std::uint64_t skipped = 0;    // logs not read because too many were waiting
  std::uint64_t cut = 0;        // logs that arrived faster than they could be read
  std::uint64_t unread = 0;     // logs that could not be read to their ends
  std::uint64_t unwritten = 0;  // writes to the store that failed
  std::size_t waiting = 0;      // logs
};

}  // namespace symkit::service
