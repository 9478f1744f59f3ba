// Reads every byte, so that a sanitizer sees a view that reaches out of its buffer.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"

namespace symkit::test {

inline volatile std::uint64_t sink;

inline void touch(Bytes bytes) {
  std::uint64_t sum = 0;
  for (const std::uint8_t byte : bytes) sum += byte;
  sink = sink + sum;
}

inline void touch(std::string_view text) { touch(as_bytes(text)); }

}  // namespace symkit::test
