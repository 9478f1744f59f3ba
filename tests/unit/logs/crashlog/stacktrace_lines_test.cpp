#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Boost.Stacktrace and std::stacktrace with names") {
  CHECK(read_names({" 0# take() at /src/shop.cpp:9"}) == "named #0 take() at /src/shop.cpp:9");
  CHECK(read_names({" 1# take() in ./shop"}) == "named #1 take() in shop");
  CHECK(read_names({"  12#  main at /src/shop.cpp:90 "}) == "named #12 main at /src/shop.cpp:90");
  CHECK(read_names({" 1# take"}) == "nothing");
  CHECK(read_names({"# 1 take() at /src/shop.cpp:9"}) == "nothing");
}
