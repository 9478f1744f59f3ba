// Counts of the crashes that are grouped.
#pragma once

#include <cstdint>

namespace symkit::service {

struct ReportCounts {
  std::uint64_t reports = 0;
  std::uint64_t unwritten = 0;  // writes to the store that failed
};

}  // namespace symkit::service
