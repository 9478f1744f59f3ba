// A log that may become so long, unpacked, and take so long, and no more: a megabyte can be packed text of
// gigabytes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "ground/io/input.h"

namespace symkit::service {

// Of one log, or of all parts of one.
struct LogBound {
  using Clock = std::chrono::steady_clock;

  std::uint64_t most = UINT64_MAX;  // bytes that are left to it
  Clock::time_point until = Clock::time_point::max();
  bool is_too_long = false;
  bool is_late = false;

  bool is_exceeded() const { return is_too_long || is_late; }
};

// It ends with an error where it is more. `bound` outlives it.
std::unique_ptr<io::Input> bounded(std::unique_ptr<io::Input> log, LogBound& bound);

}  // namespace symkit::service
