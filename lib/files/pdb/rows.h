// Stretches of code with their lines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace symkit::pdb {

// Code [begin, end), by RVA, belongs to a line. The file is given by its position in the module's list.
struct Row {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t file = 0;
  std::uint32_t line = 0;  // 0: not in any source line
};

// Sorts rows that have only a begin, and ends each where the next begins, the last at `end`.
void close_rows(std::span<Row> rows, std::uint32_t end);

// Sorts rows, and removes from each what overlaps an earlier one; rows that become empty are removed.
void keep_apart(std::vector<Row>& rows, std::size_t first = 0);

}  // namespace symkit::pdb
