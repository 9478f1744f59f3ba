// The corners of bcc's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;

TEST_CASE("bcc") {
  CHECK(read_line("\tb'price+0x34 [libkiosk.so]'") == "at libkiosk.so price+34");
  CHECK(read_line("    std::f(int [])+0x34 [libkiosk.so]") == "at libkiosk.so std::f(int [])+34");
  CHECK(read_line("\t0x00007f3a2c4011d5\t[unknown] [libkiosk.so]") == "at libkiosk.so runtime 7f3a2c4011d5");
  CHECK(read_line("\t0x00007f3a2c4011d5 f+0x1 [kernel]") == "at vmlinux runtime 7f3a2c4011d5 f+1");
  for (const std::string_view line :
       {"price+0x34 [libkiosk.so]", "    [unknown] [libkiosk.so]", "    f+0x34 [a b]", "    f+0x34 []",
        "    +0x34 [a]", "    b'f+0x34 [a]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
