#include "ground/base/each_line.h"

#include <algorithm>
#include <string>

#include "doctest/doctest.h"

using symkit::count_line_ends;

TEST_CASE("line ends are counted, in a text of any length, wherever they are") {
  CHECK(count_line_ends("") == 0);
  CHECK(count_line_ends("no end") == 0);
  CHECK(count_line_ends("\n") == 1);
  // A block is 16 bytes, and a byte counts up to 127 of them.
  for (const int length : {15, 16, 17, 127 * 16 - 1, 127 * 16, 127 * 16 + 1, 10'000}) {
    const auto size = static_cast<std::size_t>(length);
    CHECK(count_line_ends(std::string(size, '\n')) == size);
    std::string text(size, 'x');
    for (std::size_t at = 0; at < size; at += 7) text[at] = '\n';
    CHECK(count_line_ends(text) == static_cast<std::uint64_t>(std::ranges::count(text, '\n')));
  }
}
