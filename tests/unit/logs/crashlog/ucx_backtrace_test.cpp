#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("UCX's stacks with names") {
  CHECK(read_names({" 0 0x000000000003b7e8 till_open()  /src/till.c:12"}) ==
        "named #0 till_open at /src/till.c:12");
  CHECK(read_names({"12 0x0000000000012730 __funlockfile()  ???:0"}) == "named #12 __funlockfile");
  CHECK(read_names({" 1 0x0000000000012730 shop::Till::open()  :0"}) == "named #1 shop::Till::open");
}

TEST_CASE("what only looks like UCX's") {
  for (const std::string_view line :
       {" 0 0x3b7e8 till_open()  /src/till.c:12", " 0 0x000000000003b7e8 till_open() /src/till.c:12",
        " 0 0x000000000003b7e8 till_open()  in the morning",
        "0x000000000003b7e8 till_open()  /src/till.c:12"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
}
