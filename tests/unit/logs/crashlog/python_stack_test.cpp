// The grammar's corners of Python's C stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Python's C stack") {
  CHECK(read_line("  Binary file \"/usr/bin/python3\", at _Py_DumpStack+0x31 [0x5f3c1a2ba2b1]") ==
        "returns to python3 runtime 5f3c1a2ba2b1 _Py_DumpStack+31");
  CHECK(read_line("  Binary file \"/opt/my \\ kiosk/libk.so\", at +0x11d5 [0x7f3a2c4011d5]") ==
        "returns to libk.so offset 11d5 runtime 7f3a2c4011d5");
  CHECK(read_line("  Binary file \"/opt/libk.so\" [0x7f3a2c4011d5]") ==
        "returns to libk.so runtime 7f3a2c4011d5");
  CHECK(read_log({"7f3a2c400000-7f3a2c402000 r-xp 00000000 fe:00 12   /opt/libk.so",
                  "  Binary file \"/opt/libk.so\" [0x7f3a2c4011d5]"}) ==
        "returns to libk.so runtime 7f3a2c4011d5 load 7f3a2c400000");
  CHECK(kept_of("  Binary file \"python3\", at +0x1 [0x5f]") == "  Binary file \"python3\", at +0x1 [0x5f]|");
}

TEST_CASE("lines that only look like Python's, or have nothing to look up") {
  for (const std::string_view line :
       {"  File \"/opt/kiosk.py\", line 5 in total", "  Binary file '<unknown>' [0x7f]",
        "  Binary file \"python3\", at f-0x31 [0x5f]", "  Binary file \"python3\", at f+0x31",
        "  Binary file \"python3\" matches", "  Binary file \"\", at f+0x1 [0x5f]",
        "  Binary file \"python3\", at f+0x31 [0x5f] x"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
