// The grammar's corners of cpptrace's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("cpptrace's frames have stepped back") {
  CHECK(read_line("#1 0x000055d0c1a2ba2b at /usr/bin/kiosk") == "#1 calls at kiosk runtime 55d0c1a2ba2b");
  CHECK(read_line("#10 0x000055d0c1a2ba2b in serve(int) at /usr/lib/libk.so") ==
        "#10 calls at libk.so runtime 55d0c1a2ba2b serve(int)");
  CHECK(read_line("#1  0x00a2ba2b at ./kiosk") == "#1 calls at kiosk runtime a2ba2b");
  CHECK(kept_of("#1 0x000055d0c1a2ba2b at /usr/bin/kiosk") == "#1 0x000055d0c1a2ba2b|");
  CHECK(read_log({"55d0c1a2b000-55d0c1a2c000 r-xp 00000000 fe:00 12   /usr/bin/kiosk",
                  "#1 0x000055d0c1a2ba2b at /usr/bin/kiosk"}) ==
        "#1 calls at kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
}

TEST_CASE("frames with a line, and what only looks like one") {
  CHECK(read_line("#1 0x000055d0c1a2ba2b in main at /src/main.cpp:12:3") == "context");
  CHECK(read_line("#1  0x000055d0c1a2ba2b in main (argc=1) at main.c:12") == "context");
  for (const std::string_view line :
       {"#1 0x000055d0c1a2ba2b at /src/main.cpp:12", "#1 0x55d0c1a2ba2b at /usr/bin/kiosk",
        "#1 0x000055d0c1a2ba2b at ", "#1 0x000055d0c1a2ba2b look at /usr/bin/kiosk",
        "#1 (inlined)  in f at /a"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
