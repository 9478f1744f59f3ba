// The length of a name when it is written out: definitions for computing that in advance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

namespace symkit::demangle {

// A name whose text would be longer is left unchanged.
inline constexpr std::uint64_t largest_text = 4 * 1024 * 1024;

// Saturated, and far from overflow when added up.
inline constexpr std::uint64_t endless = std::uint64_t{1} << 40;

// Braces fix the order in which the parts are evaluated.
inline std::uint64_t total(std::initializer_list<std::uint64_t> sizes) {
  std::uint64_t sum = 0;
  for (const std::uint64_t size : sizes) sum = std::min(sum + size, endless);
  return sum;
}

}  // namespace symkit::demangle
