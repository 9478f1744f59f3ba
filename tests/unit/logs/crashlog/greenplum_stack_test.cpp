// The corners of Greenplum's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("Greenplum") {
  CHECK(read_line("1    0x7f1a4d50d918 libpostgres.so errstart + 0x258") ==
        "#1 returns to libpostgres.so runtime 7f1a4d50d918 errstart+258");
  CHECK(read_line("14   0x4027db postgres main + 0x56b") ==
        "#14 returns to postgres runtime 4027db main+56b");
  CHECK(read_line("4    0x7f1a4d52ea03 libpostgres.so <symbol not found> + 0x4d52ea03") ==
        "#4 returns to libpostgres.so runtime 7f1a4d52ea03");
  CHECK(kept_of("1    0x7f1a postgres f + 0x2") == "1    0x7f1a postgres|");
}

TEST_CASE("what only looks like Greenplum's") {
  for (const std::string_view line :
       {"1 0x7f1a postgres f + 0x2", "1    0x7f1a postgres f + 2", "1    0x7f1a postgres f + 0x2 x",
        "1    0x7f1a  postgres f + 0x2", "100  0x7f1a postgres f + 0x2"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
