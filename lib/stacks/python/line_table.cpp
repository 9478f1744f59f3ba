#include "stacks/python/line_table.h"

#include <algorithm>

#include "ground/base/cursor.h"

namespace symkit::python {
namespace {

// What begins an entry has this bit, and the bytes that belong to it do not.
constexpr std::uint8_t begins_entry = 0x80;

// Six bits a byte, the lowest first; the lowest of all is the sign.
std::int64_t signed_number(Cursor& at) {
  constexpr unsigned most_bits = 36;
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < most_bits && !at.at_end(); shift += 6) {
    const std::uint8_t byte = at.u8();
    value |= std::uint64_t{byte & 0x3fU} << shift;
    if ((byte & 0x40U) == 0) break;
  }
  const auto size = static_cast<std::int64_t>(value >> 1);
  return (value & 1) != 0 ? -size : size;
}

// How much further an entry's line is.
std::int64_t lines_further(unsigned kind, Cursor& at) {
  constexpr unsigned first_of_one_line = 10, last_of_one_line = 12, without_columns = 13, with_all = 14;
  if (kind >= first_of_one_line && kind <= last_of_one_line) return kind - first_of_one_line;
  return kind == without_columns || kind == with_all ? signed_number(at) : 0;
}

}  // namespace

LineTable::LineTable(Bytes table, std::int64_t first_line) {
  constexpr unsigned without_line = 15;
  constexpr std::int64_t largest = INT32_MAX;
  std::int64_t line = first_line;
  std::uint64_t end = 0;
  Cursor at(table, Endian::Little);
  while (!at.at_end()) {
    const std::uint8_t first = at.u8();
    if ((first & begins_entry) == 0) continue;
    const unsigned kind = first >> 3 & 15U;
    end += (first & 7U) + 1;
    line += lines_further(kind, at);
    if (line < 0 || line > largest) return;
    const auto its_line = static_cast<std::uint32_t>(kind == without_line ? 0 : line);
    if (!pieces_.empty() && pieces_.back().line == its_line)
      pieces_.back().end = end;
    else
      pieces_.push_back({end, its_line});
  }
}

std::uint32_t LineTable::line_of(std::uint64_t instruction) const {
  const auto piece = std::ranges::upper_bound(pieces_, instruction, {}, &Piece::end);
  return piece == pieces_.end() ? 0 : piece->line;
}

}  // namespace symkit::python
