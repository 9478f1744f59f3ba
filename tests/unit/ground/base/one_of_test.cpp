#include "ground/base/one_of.h"

#include <doctest/doctest.h>

using namespace symkit;

TEST_CASE("characters of a set are found as the standard library finds them") {
  for (const std::string_view text : {"", " ", "a b", "\tab ", "ab", "  ", "a\xff b"}) {
    for (std::size_t from = 0; from <= text.size() + 1; ++from) {
      CHECK(first_of<" \t">(text, from) == text.find_first_of(" \t", from));
      CHECK(first_not_of<" \t">(text, from) == text.find_first_not_of(" \t", from));
      CHECK(last_of<" \t">(text, from) == text.find_last_of(" \t", from));
      CHECK(last_not_of<" \t">(text, from) == text.find_last_not_of(" \t", from));
    }
    CHECK(last_of<"\xff">(text) == text.find_last_of("\xff"));
    CHECK(last_not_of<"ab">(text) == text.find_last_not_of("ab"));
  }
}
