// The texts of a profile, and of many: what is added is there once, and stays where it is.
#include "reports/profile/text_table.h"

#include <string>
#include <utility>

#include "doctest/doctest.h"

using symkit::profile::TextId;
using symkit::profile::TextTable;

TEST_CASE("A text that is added twice has one number, however many there are") {
  TextTable table;
  CHECK(table.add("") == 0);
  constexpr TextId many = 20'000;
  for (TextId i = 1; i < many; ++i) REQUIRE(table.add("text " + std::to_string(i)) == i);
  const TextTable moved = [&] { return std::move(table); }();
  TextTable again;
  for (TextId i = 1; i < many; ++i) {
    REQUIRE(moved[i] == "text " + std::to_string(i));
    REQUIRE(again.add(moved[i]) == i);
  }
  for (TextId i = many - 1; i > 0; --i) REQUIRE(again.add(moved[i]) == i);
}

TEST_CASE("What a file has keeps the file's numbers, and is not found by what is added") {
  TextTable table;
  table.add_of_file("");
  table.add_of_file("main");
  table.add_of_file("main");
  CHECK(table.size() == 3);
  CHECK(table.add("main") == 3);
  CHECK(table.add("main") == 3);
  CHECK(table.add_view("main") == 4);
}
