// The corners of what ClickHouse and MongoDB print.
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

TEST_CASE("MongoDB") {
  constexpr std::string_view images =
      R"({"attr":{"bt":{"processInfo":{"somap":[{"b":"55D0C0A00000","path":"/usr/bin/mongod","elfType":3,"buildId":"0123456789ABCDEF0123"},{"b":"x"}]}}}})";
  constexpr std::string_view frame =
      R"({"msg":"Frame","attr":{"frame":{"a":"55D0C0A2BA2B","b":"55D0C0A00000","o":"2BA2B","s":"_ZN5mongo1fEv","s+":"1D"}}})";
  CHECK(read_log({images, frame}) ==
        "returns to mongod runtime 55d0c0a2ba2b load 55d0c0a00000 _ZN5mongo1fEv <0123456789abcdef0123>");
  CHECK(read_line(frame) == "returns to - runtime 55d0c0a2ba2b load 55d0c0a00000 _ZN5mongo1fEv");
  CHECK(read_log({images, R"({"frame":{"a":"7F","b":"70","o":"F"}})"}) == "returns to - runtime 7f load 70");
  CHECK(kept_of(frame) == std::string(frame) + "|");
  for (const std::string_view line :
       {R"({"frame":{"a":"7F"}})", R"({"frame":{"a":"xyz","b":"70"}})", R"({"frame":{"a":")"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
