// A line and a column in one number, which is how an index with columns keeps them: numbers near each other
// are places near each other. Where a line is so high that no column has room beside it, the line stands
// alone.
#pragma once

#include <cstdint>

namespace symkit {

struct LineAndColumn {
  static constexpr unsigned column_bits = 11;
  static constexpr std::uint32_t most_column = (1U << column_bits) - 1;
  static constexpr std::uint32_t line_alone = 1U << 31;
  static constexpr std::uint32_t line_limit = line_alone >> column_bits;  // lines below have columns

  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: not known

  // 0 for no line; a column beyond what there is room for is left out.
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
