// The corners of bcc's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("bcc") {
  CHECK(read_line("\tb'price+0x34 [libkiosk.so]'") == "at libkiosk.so price+34");
  CHECK(read_line("    std::f(int [])+0x34 [libkiosk.so]") == "at libkiosk.so std::f(int [])+34");
  CHECK(read_line("\t0x00007f3a2c4011d5\t[unknown] [libkiosk.so]") == "at libkiosk.so runtime 7f3a2c4011d5");
  CHECK(read_line("\t0x00007f3a2c4011d5 f+0x1 [kernel]") == "at vmlinux runtime 7f3a2c4011d5 f+1");
  // libbpf's, with the file's own address: read as sanitizers' or LLVM's they would be another place.
  CHECK(read_line("    #3  0x000055d0c1a2b22a (/srv/app/basket+0x122a)") ==
        "#3 returns to basket file 122a runtime 55d0c1a2b22a");
  CHECK(read_line("    #12 0x000055d0c1a2b22a fill+0x23 (/srv/app/basket+0x122a)") ==
        "#12 returns to basket file 122a runtime 55d0c1a2b22a fill+23");
  CHECK(read_line("    #0  0xffffffff91a00100 do_exit+0x20") ==
        "#0 at vmlinux runtime ffffffff91a00100 do_exit+20");
  CHECK(read_log({"    #0  0xffffffff91a00100 do_exit+0x20", "    --",
                  "    #1  0x000055d0c1a2b22a (/srv/app/basket+0x122a)"}) ==
        "#1 at basket file 122a runtime 55d0c1a2b22a");
  CHECK(read_line("  55d0c1a2b190     b'take+0x27 [basket]'") == "at basket runtime 55d0c1a2b190 take+27");
  for (const std::string_view line :
       {"price+0x34 [libkiosk.so]", "    [unknown] [libkiosk.so]", "    f+0x34 [a b]", "    f+0x34 []",
        "    +0x34 [a]", "    b'f+0x34 [a]", "    0xffffffff91a00100 at f+0x34"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
