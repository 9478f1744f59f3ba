// Rows for people: aligned by characters, numbers at the right, and nothing cut.
#include "ground/print/columns.h"

#include <doctest/doctest.h>

using symkit::print::append_columns;
using symkit::print::Row;

namespace {

std::string columns_of(const std::vector<Row>& rows) {
  std::string out;
  append_columns(out, rows);
  return out;
}

}  // namespace

TEST_CASE("text begins at one column, numbers and shares end at one") {
  CHECK(columns_of({}).empty());
  CHECK(columns_of(
            {{"count", "share", "name", "id"}, {"7", "10.0%", "größe", "1a"}, {"12", "0.5%", "x", "-"}}) ==
        "count  share  name   id\n"
        "    7  10.0%  größe  1a\n"
        "   12   0.5%  x      -\n");
}

TEST_CASE("rows may end early, and the last cell has no blanks behind it") {
  CHECK(columns_of({{"a", "b", "c"}, {"long"}, {"x", "y"}}) == "a     b  c\nlong\nx     y\n");
}

TEST_CASE("a cell that is far too wide moves its own row alone") {
  const std::string wide(200, 'w');
  CHECK(columns_of({{"a", "b"}, {wide, "b"}, {"abc", "b"}}) == "a    b\n" + wide + "  b\nabc  b\n");
}
