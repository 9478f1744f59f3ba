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
  CHECK(read_line(
            "2026.11.22 06:35:48.508 [ 4711 ] {} <Fatal> BaseDaemon: 3. ? @ 0x11d5 in /usr/bin/clickhouse") ==
        "#3 at clickhouse file 11d5");
  CHECK(read_log({"x <Fatal> BaseDaemon: 3. ? @ 0x11d5 in /usr/bin/clickhouse",
                  "x <Fatal> BaseDaemon: 4. ? @ 0x11e5 in /usr/bin/clickhouse"}) ==
        "#4 returns to clickhouse file 11e5");
  CHECK(read_line("0. ./src/Common/Exception.cpp:101: DB::f() @ 0x11d5 in /usr/bin/clickhouse") == "context");
  CHECK(kept_of("3. ? @ 0x11d5 in /usr/bin/clickhouse") == "3. ? @ 0x11d5 in /usr/bin/clickhouse|");
  for (const std::string_view line :
       {"3. ? @ 0x11d5", "3. ? @ 0x11d5 in clickhouse", "? @ 0x11d5 in /usr/bin/clickhouse",
        "it was 3. ? @ 0x11d5 in /usr/bin/clickhouse"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
