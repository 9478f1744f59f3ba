#include "ground/io/added_lines.h"

#include <doctest/doctest.h>
#include <vector>

using namespace symkit::io;

TEST_CASE("where a line of a translated log stood before") {
  AddedLines added;
  CHECK(added.origin(7) == 7);
  added.add(2, 0);
  added.add(3, 2);  // 3 became 3, 4 and 5
  added.add(5, 1);  // 5 became 7 and 8
  std::vector<std::uint64_t> origins;
  for (std::uint64_t line = 1; line <= 10; ++line) origins.push_back(added.origin(line));
  CHECK(origins == std::vector<std::uint64_t>{1, 2, 3, 3, 3, 4, 5, 5, 6, 7});
  added.add(5, 1);
  CHECK(added.origin(9) == 5);
  CHECK(added.origin(10) == 6);
  added.clear();
  CHECK(added.origin(10) == 10);
}
