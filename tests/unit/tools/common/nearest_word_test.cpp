#include "common/nearest_word.h"

#include <array>
#include <string>
#include <string_view>

#include "doctest/doctest.h"

using symkit::tools::nearest_word;

TEST_CASE("the nearest word is the one with the fewest slips") {
  constexpr std::array<std::string_view, 5> words = {"--arch", "--full-path", "--store", "--summary",
                                                     "--symbols"};
  CHECK(nearest_word("--summray", words) == "--summary");
  CHECK(nearest_word("-summary", words) == "--summary");
  CHECK(nearest_word("--symbol", words) == "--symbols");
  CHECK(nearest_word("--sumary", words) == "--summary");
  CHECK(nearest_word("--fullpath", words) == "--full-path");
  CHECK(nearest_word("--full", words) == "--full-path");
  CHECK(nearest_word("--quiet", words).empty());
  CHECK(nearest_word("-x", words).empty());
  CHECK(nearest_word("", words).empty());
  CHECK(nearest_word(std::string(1000, 's'), words).empty());
}
