#include "ground/print/source_line.h"

#include "doctest/doctest.h"

using symkit::print::lines_round;

namespace {

std::string window(std::size_t line, std::size_t count, std::size_t lines_of_text) {
  const auto [first, last, width] = lines_round(line, count, lines_of_text);
  return std::to_string(first) + "-" + std::to_string(last) + " " + std::to_string(width);
}

}  // namespace

TEST_CASE("lines round a line: as many before as behind, fewer only where the text begins or ends") {
  CHECK(window(50, 5, 200) == "48-52 2");
  CHECK(window(50, 4, 200) == "49-52 2");
  CHECK(window(50, 1, 200) == "50-50 2");
  CHECK(window(1, 5, 200) == "1-5 1");
  CHECK(window(2, 5, 200) == "1-5 1");
  CHECK(window(99, 5, 200) == "97-101 3");
  CHECK(window(200, 5, 200) == "198-200 3");
  CHECK(window(3, 9, 3) == "1-3 1");
}
