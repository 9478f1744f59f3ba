// Sums of values from a file: they saturate, as no genuine profile comes near the limits.
#pragma once

#include <cstdint>

namespace symkit::profile {

inline void add_to(std::int64_t& sum, std::int64_t value) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(sum, value, &result)) result = value > 0 ? INT64_MAX : INT64_MIN;
  sum = result;
}

}  // namespace symkit::profile
