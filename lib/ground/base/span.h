// A stretch of a text.
#pragma once

#include <cstddef>
#include <cstdint>

namespace symkit {

// Bytes [begin, end) of a text, such as a line.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

}  // namespace symkit
