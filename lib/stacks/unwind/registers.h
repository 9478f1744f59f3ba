// The registers of one frame, as far as they are known, by the numbers that DWARF gives them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace symkit::unwind {

class Registers {
 public:
  // Higher numbers are those of vectors and states, which no frame is found by.
  static constexpr unsigned count = 40;

  std::optional<std::uint64_t> at(std::uint64_t number) const {
    if (number >= count || (known_ >> number & 1) == 0) return std::nullopt;
    return values_[number];
  }
  void set(std::uint64_t number, std::uint64_t value) {
    if (number >= count) return;
    values_[number] = value;
    known_ |= std::uint64_t{1} << number;
  }
  void forget(std::uint64_t number) {
    if (number < count) known_ &= ~(std::uint64_t{1} << number);
  }

 private:
  std::array<std::uint64_t, count> values_ = {};
  std::uint64_t known_ = 0;
};

}  // namespace symkit::unwind
