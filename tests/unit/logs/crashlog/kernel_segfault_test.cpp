// The grammar's corners of the line that the Linux kernel logs of a program that it ended.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line;

TEST_CASE("a program that the kernel ended") {
  CHECK(
      read_line("kiosk[4711]: segfault at 0 ip 0000000000401136 sp 00007ffe error 4 in kiosk[401000+1000]") ==
      "at kiosk file 401136 runtime 401136");
  CHECK(
      read_line(
          "kiosk[4711]: segfault at 8 ip 00007f01 sp 00007ffe error 4 in libx.so[1136,7f3a2c401000+1000]") ==
      "at libx.so byte 1136 runtime 7f01");
  CHECK(read_line("traps: kiosk[4711] trap invalid opcode ip:401136 sp:7ffe error:0 in kiosk[401000+1000]") ==
        "at kiosk file 401136 runtime 401136");
  CHECK(read_line(
            "traps: kiosk[4711] general protection fault ip:401136 sp:7ffe error:0 in kiosk[401000+1000]") ==
        "at kiosk file 401136 runtime 401136");
  CHECK(read_line(
            "kiosk[4711]: segfault at 0 ip 12345678901234567 sp 00007ffe error 4 in kiosk[401000+1000]") ==
        "at kiosk (the log's address has more than 64 bits)");
  CHECK(read_line("kiosk[4711]: segfault at 8 ip 401136 sp 00007ffe error 4") == "at - runtime 401136");
  CHECK(read_line("kiosk[4711]: segfault at 0 ip 0000000000000000 sp 00007ffe error 14") == "nothing");
  CHECK(read_line("kiosk[4711]: segfault at 0 ip (null) sp 00007ffe error 14") == "nothing");
}

TEST_CASE("what its lines say of the crash: kernel segfault") {
  CHECK(cause_of("kiosk[4711]: segfault at 8 ip 401136 sp 00007ffe error 4") == "SIGSEGV at 8, kiosk");
  CHECK(cause_of(
            "traps: kiosk[4711] general protection fault ip:401136 sp:7ffe error:0 in kiosk[401000+1000]") ==
        "SIGSEGV, kiosk");
  CHECK(cause_of("traps: kiosk[4711] trap int3 ip:401136 sp:7ffe error:0 in kiosk[401000+1000]") ==
        "nothing");
  CHECK(cause_of("my kiosk[4711]: segfault at 8 ip 401136 sp 00007ffe error 4") == "nothing");
}
