// A value that changes along a function's code (a line, a file, an inlined call), in the encoding of Go's
// tables: pairs of a zigzag difference of the value and the length of its range, up to a difference of 0
// that is not the first.
#pragma once

#include <cstdint>

#include "ground/base/cursor.h"

namespace symkit::golang {

class PcValues {
 public:
  // `quantum`: the unit of code steps.
  PcValues(Bytes table, std::uint64_t entry, unsigned quantum)
      : at_(table, Endian::Little), end_(entry), quantum_(quantum) {}

  // Moves to the next stretch of code; false after the last one, or if the rest is broken.
  bool next() {
    const auto difference = static_cast<std::uint32_t>(at_.uleb());
    if (at_.failed() || (difference == 0 && !is_first_)) return false;
    const std::uint64_t steps = static_cast<std::uint32_t>(at_.uleb());
    if (at_.failed()) return false;
    is_first_ = false;
    const std::uint32_t change = (difference & 1) != 0 ? ~(difference >> 1) : difference >> 1;
    value_ = static_cast<std::int32_t>(static_cast<std::uint32_t>(value_) + change);
    begin_ = end_;
    end_ += steps * quantum_;
    return end_ >= begin_;
  }

  std::int32_t value() const { return value_; }  // negative: none
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }

 private:
  Cursor at_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_;
  unsigned quantum_;
  std::int32_t value_ = -1;
  bool is_first_ = true;
};

}  // namespace symkit::golang
