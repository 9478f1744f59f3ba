#include "ground/base/line_and_column.h"

#include <doctest/doctest.h>

using symkit::LineAndColumn;

namespace {

void check_kept(std::uint32_t line, std::uint32_t column, std::uint32_t kept_column) {
  const LineAndColumn read = LineAndColumn::of(LineAndColumn{line, column}.packed());
  CHECK(read.line == line);
  CHECK(read.column == kept_column);
}

}  // namespace

TEST_CASE("a line and its column are one number and come out of it as they were") {
  check_kept(1, 0, 0);
  check_kept(1, 1, 1);
  check_kept(4711, 2047, 2047);
  check_kept((1U << 20) - 1, 17, 17);
}

TEST_CASE("a column that has no room is left out, never the line") {
  check_kept(12, 2048, 0);
  check_kept(1U << 20, 17, 0);
  check_kept((1U << 31) - 1, 17, 0);
}

TEST_CASE("no line is no number, whatever the column") {
  CHECK(LineAndColumn{0, 9}.packed() == 0);
  CHECK(LineAndColumn::of(0).line == 0);
}
