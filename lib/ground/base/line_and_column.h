// A line and a column in one number, as stored in an index with columns: nearby places have nearby
// numbers. A line number too high to leave room for a column is stored alone.
#pragma once

#include <cstdint>

namespace symkit {

struct LineAndColumn {
  static constexpr unsigned column_bits = 11;
  static constexpr std::uint32_t most_column = (1U << column_bits) - 1;
  static constexpr std::uint32_t line_alone = 1U << 31;
  static constexpr std::uint32_t line_limit = line_alone >> column_bits;  // lines below this have columns

  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: not known

  // 0 for no line; a column too large for its bits is left out.
  constexpr std::uint32_t packed() const {
    if (line >= line_limit) return line | line_alone;
    return line == 0 ? 0 : line << column_bits | (column > most_column ? 0 : column);
  }
  static constexpr LineAndColumn of(std::uint32_t packed) {
    if ((packed & line_alone) != 0) return {packed & ~line_alone, 0};
    return {packed >> column_bits, packed & most_column};
  }
};

}  // namespace symkit
