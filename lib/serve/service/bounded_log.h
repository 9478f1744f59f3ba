// Limits the decompressed size of a log, and the time it takes: a megabyte of compressed text can expand
// to gigabytes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "ground/io/input.h"

namespace symkit::service {

// For one log, or for all parts of one.
struct LogBound {
  using Clock = std::chrono::steady_clock;

  std::uint64_t most = UINT64_MAX;  // bytes left
  Clock::time_point until = Clock::time_point::max();
  bool is_too_long = false;
  bool is_late = false;

  bool is_exceeded() const { return is_too_long || is_late; }
};

// Ends with an error if the limit is exceeded. `bound` must outlive it.
std::unique_ptr<io::Input> bounded(std::unique_ptr<io::Input> log, LogBound& bound);

}  // namespace symkit::service
