// Writes a watcher's counters as a text file for Prometheus' node exporter.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "ground/base/result.h"
#include "symprof/watch_state.h"

namespace symkit::symprof {

// Since the watcher started.
struct WatchCounts {
  std::array<std::uint64_t, 3> profiles = {};  // by WatchResult
  std::uint64_t locations = 0;
  std::uint64_t named = 0;
};

Result<void> write_metrics(const std::string& path, const WatchState& state, const WatchCounts& counts);

}  // namespace symkit::symprof
