// An index made up for the benchmarks: the shape of a C++ program (long names that begin alike, inlined calls two
// deep, a line for every few bytes), the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

namespace symkit::bench {

std::vector<std::uint8_t> synthetic_index();

}  // namespace symkit::bench
