// The corners of what servers print with glibc's backtrace_symbols: Redis, PostgreSQL, Ceph, Xorg.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("a server's title is no part of its path") {
  CHECK(read_line("/usr/bin/redis-server *:6379(call+0xdb)[0x5608f6a676fb]") ==
        "returns to redis-server runtime 5608f6a676fb call+db");
  CHECK(read_line("redis-server 127.0.0.1:6379 [cluster](+0x12)[0x55]") ==
        "returns to redis-server file 12 runtime 55");
  CHECK(read_line("postgres: kiosk shop [local] SELECT(ExceptionalCondition+0x7d)[0x55d0]") ==
        "returns to postgres runtime 55d0 ExceptionalCondition+7d");
  CHECK(read_line("postgres: 15/main: checkpointer (+0x12) [0x55]") ==
        "returns to postgres file 12 runtime 55");
  CHECK(read_line("nginx: worker process(+0x12) [0x55]") == "returns to nginx file 12 runtime 55");
  CHECK(read_line("/opt/my kiosk/server(+0x12)[0x55]") == "returns to server file 12 runtime 55");
  CHECK(read_line("error: server(+0x12)[0x55]") == "nothing");
  CHECK(read_line("kiosk *:(+0x12)[0x55]") == "nothing");
}

TEST_CASE("Redis says where the signal came") {
  CHECK(read_log({"EIP:", "redis-server *:6379(f+0x26f)[0x5608]"}) == "at redis-server runtime 5608 f+26f");
  CHECK(read_log({"EIP:", "redis-server *:6379(f+0x26f)[0x5608]", "",
                  "Backtrace:", "libc.so.6(+0x3c050)[0x7f]", "redis-server *:6379(f+0x26f)[0x5608]"}) ==
        "at redis-server runtime 5608 f+26f");
  CHECK(read_log({"EIP:", "redis-server *:6379(f+0x26f)[0x5608]", "Backtrace:",
                  "redis-server *:6379(g+0x2)[0x5609]"}) == "returns to redis-server runtime 5609 g+2");
  CHECK(read_log({"EIP:", "a(f+0x26f)[0x5608]", "EIP:", "a(g+0x1)[0x1]", "a(f+0x26f)[0x5608]"}) ==
        "returns to a runtime 5608 f+26f");
  CHECK(read_log({"EIP: 0060:[<c010bd9c>]", "a(f+0x26f)[0x5608]"}) == "returns to a runtime 5608 f+26f");
}

TEST_CASE("Xorg") {
  CHECK(read_line("[    42.123] (EE) 0: /usr/lib/xorg/Xorg (OsLookupColor+0x139) [0x55d0c1a2ba2b]") ==
        "returns to Xorg runtime 55d0c1a2ba2b OsLookupColor+139");
  CHECK(read_line("(EE) 1: /usr/lib/xorg/Xorg (0x55d0c1a00000+0x2ba2b) [0x55d0c1a2ba2b]") ==
        "returns to Xorg offset 2ba2b runtime 55d0c1a2ba2b");
  CHECK(read_line("(EE) 1: /lib/libc.so.6 (?+0x0) [0x7f29]") ==
        "returns to libc.so.6 runtime 7f29 (the log does not say where in the image this is)");
  CHECK(read_line("(EE) 1: ?? [0x7f29]") == "nothing");
}

TEST_CASE("Ceph names no image") {
  CHECK(read_line(" 1: (()+0x12980) [0x7f9c]") == "returns to - runtime 7f9c");
  CHECK(read_line(" 2: (ceph::__ceph_assert_fail(char const*, int)+0x1a2) [0x55d0]") ==
        "returns to - runtime 55d0 ceph::__ceph_assert_fail(char const*, int)");
  CHECK(read_line(" 3: /lib64/libpthread.so.0(+0x12dd0) [0x7f9c]") ==
        "returns to libpthread.so.0 file 12dd0 runtime 7f9c");
  CHECK(read_log({"55d0c1a2b000-55d0c1a2c000 r-xp 00000000 fe:00 12   /opt/kiosk",
                  " 1: (()+0xa2b) [0x55d0c1a2ba2b]"}) ==
        "returns to kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
  CHECK(kept_of(" 1: (()+0x12980) [0x7f9c]") == " 1: (()+0x12980) [0x7f9c]|");
  for (const std::string_view line : {"(x+0x12) [0x7f]", "(+0x12) [0x7f]", "y (()+0x12) [0x7f] z"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
