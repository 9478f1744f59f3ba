// The corners of Firefox's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("Firefox") {
  CHECK(read_line("#01: ???[/opt/firefox/libxul.so +0x1234]") == "#1 returns to libxul.so offset 1234");
  CHECK(read_line("12:00 #22: mozilla::f(int[])[/opt/libxul.so +0x1234]") ==
        "#22 returns to libxul.so offset 1234 mozilla::f(int[])");
  CHECK(kept_of("#01: ???[libxul.so +0x1234]") == "#01: ???[libxul.so +0x1234]|");
  for (const std::string_view line :
       {"#01: ??? (\?\?\?:\?\?\?)", "#01: f (/src/a.cpp:12)", "#01 f[libxul.so +0x1234]", "#01: f[??? +0x1]",
        "#01: [libxul.so +0x1]", "#01: f[libxul.so +0x]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
