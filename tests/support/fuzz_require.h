// What must hold whatever the input: where it does not, the fuzz target fails and says where.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace symkit::fuzz {

inline void require(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%d: does not hold\n", file, line);
  std::abort();
}

}  // namespace symkit::fuzz
