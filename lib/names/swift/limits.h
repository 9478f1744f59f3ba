// The largest meaningful numbers in both manglings of Swift.
#pragma once

#include <cstdint>

namespace symkit::swift {

inline constexpr std::uint64_t greatest_number = 1'000'000'000;
inline constexpr std::uint64_t widest_integer = 4096;  // bits of a builtin integer

}  // namespace symkit::swift
