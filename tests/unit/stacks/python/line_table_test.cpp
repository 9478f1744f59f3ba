// CPython's tables of lines.
#include "stacks/python/line_table.h"

#include <string_view>
#include <vector>

#include "doctest/doctest.h"

using symkit::Bytes;
using symkit::python::LineTable;

namespace {

std::vector<std::uint32_t> lines_of(const std::vector<std::uint8_t>& table, std::uint64_t count,
                                    std::int64_t first = 100) {
  const LineTable read(table, first);
  std::vector<std::uint32_t> lines;
  lines.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) lines.push_back(read.line_of(i));
  return lines;
}

using Lines = std::vector<std::uint32_t>;

std::uint8_t entry(unsigned kind, unsigned instructions) {
  return static_cast<std::uint8_t>(0x80 | kind << 3 | (instructions - 1));
}

}  // namespace

TEST_CASE("each kind of entry") {
  // The same line, one and two further, without columns: three back; with all: 40 further; no line.
  const std::vector<std::uint8_t> table = {entry(0, 1),
                                           0x11,
                                           entry(11, 2),
                                           3,
                                           5,
                                           entry(12, 1),
                                           3,
                                           5,
                                           entry(13, 1),
                                           0x07,
                                           entry(14, 1),
                                           0x50,
                                           0x01,
                                           1,
                                           2,
                                           3,
                                           entry(15, 2),
                                           entry(9, 1),
                                           0x12};
  CHECK(lines_of(table, 10) == Lines{100, 101, 101, 103, 100, 140, 0, 0, 140, 0});
}

TEST_CASE("what is behind the table, before the first entry, or cut off") {
  CHECK(lines_of({}, 1) == Lines{0});
  CHECK(lines_of({5, 6, 7, entry(11, 1)}, 2) == Lines{101, 0});
  CHECK(lines_of({entry(13, 1)}, 1) == Lines{100});
  CHECK(lines_of({entry(13, 1), 0x7f}, 1) == Lines{69});
}

TEST_CASE("lines that cannot be end the table") {
  CHECK(lines_of({entry(0, 1), 0, entry(13, 1), 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x3f, entry(0, 1), 0}, 3) ==
        Lines{100, 0, 0});
  CHECK(lines_of({entry(13, 1), 0x03}, 1, 0) == Lines{0});
}
