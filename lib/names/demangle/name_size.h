// How large a name becomes when it is written out: what those reckon with who find that out beforehand.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

namespace symkit::demangle {

// A name whose text would be longer is left as it is.
inline constexpr std::uint64_t largest_text = 4 * 1024 * 1024;

// Saturated; far from overflowing when added up.
inline constexpr std::uint64_t endless = std::uint64_t{1} << 40;

// Braces fix the order in which the parts are walked.
inline std::uint64_t total(std::initializer_list<std::uint64_t> sizes) {
  std::uint64_t sum = 0;
  for (const std::uint64_t size : sizes) sum = std::min(sum + size, endless);
  return sum;
}

}  // namespace symkit::demangle
