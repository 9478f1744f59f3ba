// Stretches of code with the line that they are of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace symkit::pdb {

// Code [begin, end), by RVA, is of a line. The file is known by where the module's list has it.
struct Row {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t file = 0;
  std::uint32_t line = 0;  // 0: of none that a person wrote
};

// Sorts rows that say only where they begin, and ends each where the next begins, the last at `end`.
void close_rows(std::span<Row> rows, std::uint32_t end);

// Sorts rows, and takes from each what overlaps one before it; those of which nothing is left go.
void keep_apart(std::vector<Row>& rows, std::size_t first = 0);

}  // namespace symkit::pdb
