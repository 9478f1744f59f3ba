// The corners of ClickHouse's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("ClickHouse") {
  CHECK(read_line("3. ? @ 0x00000000000011d5 in /usr/lib/libkiosk.so") ==
        "#3 returns to libkiosk.so file 11d5");
  CHECK(read_line("12. DB::Block::rows() const @ 0x0c91b4c8 in /usr/bin/clickhouse") ==
        "#12 returns to clickhouse file c91b4c8 DB::Block::rows() const");
  CHECK(read_line("0. ./src/Common/Exception.cpp:101: DB::f() @ 0x11d5 in /usr/bin/clickhouse") ==
        "named #0 DB::f() at ./src/Common/Exception.cpp:101 in clickhouse");
  CHECK(kept_of("3. ? @ 0x11d5 in /usr/bin/clickhouse") == "3. ? @ 0x11d5 in /usr/bin/clickhouse|");
  for (const std::string_view line :
       {"3. ? @ 0x11d5", "3. ? @ 0x11d5 in clickhouse", "3. ? @ 0x00000000000011d5 x",
        "? @ 0x11d5 in /usr/bin/clickhouse", "it was 3. ? @ 0x11d5 in /usr/bin/clickhouse"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("ClickHouse: the first frame behind a crash's heading is the instruction") {
  constexpr std::string_view heading =
      "2020.10.14 09:40:06.879904 [ 21565 ] {} <Fatal> BaseDaemon: Stack trace: 0x7f16db8fcfb7 "
      "0x7f16db8fe921";
  constexpr std::string_view third = "x <Fatal> BaseDaemon: 3. ? @ 0x11d5 in /usr/bin/clickhouse";
  constexpr std::string_view fourth = "x <Fatal> BaseDaemon: 4. ? @ 0x11e5 in /usr/bin/clickhouse";
  CHECK(read_line(heading) == "context");
  CHECK(read_log({heading, third}) == "#3 at clickhouse file 11d5");
  CHECK(read_log({heading, third, fourth}) == "#4 returns to clickhouse file 11e5");
  CHECK(read_log({heading, "x <Fatal> BaseDaemon: 3. /src/x.cpp:1: f @ 0x1 in /usr/bin/clickhouse",
                  fourth}) == "#4 returns to clickhouse file 11e5");
  // A log that was turned round has the heading last.
  CHECK(read_log({fourth, third}) == "#3 returns to clickhouse file 11d5");
  // Frame 0 is of what took the stack, unless there is no other.
  constexpr std::string_view outermost = "x <Fatal> BaseDaemon: 0. ? @ 0x366e0 in /usr/lib64/libc-2.28.so";
  CHECK(read_log({heading, outermost}) == "#0 returns to libc-2.28.so file 366e0");
  CHECK(read_log({"x <Fatal> BaseDaemon: Stack trace: 0xfffe8b4966e0", outermost}) ==
        "#0 at libc-2.28.so file 366e0");
}

TEST_CASE("ClickHouse: without a path the address is of the process") {
  CHECK(read_line("9. main @ 0x0000000007ea4eee") == "#9 returns to - runtime 7ea4eee main");
  CHECK(read_line("25. ? @ 0x7f7532c1e609 in ?") == "#25 returns to - runtime 7f7532c1e609");
  CHECK(read_log({"7f67ff900000-7f67ffa00000 r-xp 00000000 fe:00 12   /usr/lib/libc.so.6",
                  "10. ? @ 0x00007f67ff946d90"}) ==
        "#10 returns to libc.so.6 runtime 7f67ff946d90 load 7f67ff900000");
  CHECK(read_line("3. ? @ 0x00005640546ad84d in /usr/bin/clickhouse") ==
        "#3 returns to clickhouse runtime 5640546ad84d");
}

TEST_CASE("ClickHouse's older forms") {
  CHECK(read_line("2020.01.13 23:43:56.377989 [ 969 ] {} <Fatal> BaseDaemon: 3. 0x5624850f3c7c "
                  "DB::Block::rows() const") ==
        "#3 returns to - runtime 5624850f3c7c DB::Block::rows() const");
  CHECK(read_line("2018.05.10 14:48:11.468212 [ 4085 ] <Error> BaseDaemon: 1. /lib64/libc.so.6(+0x14bcd0) "
                  "[0x7f838c192cd0]") == "returns to libc.so.6 file 14bcd0 runtime 7f838c192cd0");
  for (const std::string_view line :
       {"<Information> BaseDaemon: 3. 0x56", "<Fatal> BaseDaemon: 3. 0x5624850f3c7c", "3 0x5624850f3c7c f()",
        "<Fatal> BaseDaemon: Address: 0x7f7102b402f0 Access: read."}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
