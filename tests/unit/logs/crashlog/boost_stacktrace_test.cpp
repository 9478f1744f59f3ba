// The grammar's corners of Boost's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Boost's frames") {
  CHECK(read_line(" 1# 0x000055D0C1A2BA2B in ./kiosk") == "#1 returns to kiosk runtime 55d0c1a2ba2b");
  CHECK(read_line("12# 0x000055D0C1A2BA2B in /opt/my kiosk/libk.so") ==
        "#12 returns to libk.so runtime 55d0c1a2ba2b");
  CHECK(read_line(" 0# 0x000055D0C1A2BA2B in ./kiosk") == "#0 returns to kiosk runtime 55d0c1a2ba2b");
  CHECK(kept_of(" 1# 0x000055D0C1A2BA2B in ./kiosk") == " 1# 0x000055D0C1A2BA2B|");
  CHECK(read_log({"55d0c1a2b000-55d0c1a2c000 r-xp 00000000 fe:00 12   /opt/kiosk",
                  " 1# 0x000055D0C1A2BA2B in ./kiosk"}) ==
        "#1 returns to kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
}

TEST_CASE("lines that only look like these, or have nothing to look up") {
  for (const std::string_view line :
       {" 4# __libc_start_main in /lib/libc.so.6", " 1# 0x55D0C1A2BA2B in ./kiosk",
        " 1# 0x000055D0C1A2BA2B in ", " 1# 0x000055D0C1A2BA2B at kiosk.cpp:12",
        " # 0x000055D0C1A2BA2B in ./kiosk", "x 1# 0x000055D0C1A2BA2B in ./kiosk"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
