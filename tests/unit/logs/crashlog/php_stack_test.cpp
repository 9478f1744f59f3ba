#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line, symkit::test::read_names;

TEST_CASE("PHP") {
  CHECK(read_names({"#0 /app/shop.php(5): Till->take(7)"}) == "named #0 Till->take at /app/shop.php:5");
  CHECK(read_names({"#1 /app/a b.php(12): require()"}) == "named #1 require at /app/a b.php:12");
  CHECK(read_names({"#2 {main}"}) == "nothing");
  CHECK(read_names({"PHP Fatal error: in /app/shop.php(5): nothing"}) == "nothing");
  CHECK(read_line("#0 /app/shop.php(5): Till->take(7)") == "nothing");
}
