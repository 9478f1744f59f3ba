// The grammar's corners of HarmonyOS's frames.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("HarmonyOS has its groups directly behind the path") {
  CHECK(read_line("#00 pc 1843f0 /system/lib/ld-musl-aarch64.so.1(epoll_wait+80)(6c643df40fcfff22)") ==
        "#0 at ld-musl-aarch64.so.1 file 1843f0 epoll_wait <6c643df40fcfff22>");
  CHECK(read_line("#00 pc 10 /a/libentry.so(6c643df40fcfff22)") ==
        "#0 at libentry.so file 10 <6c643df40fcfff22>");
  CHECK(read_log({"Tid:2066, Name:matching", "#00 pc 10 /a/libentry.so(a::b(int)+8)(6c643df40fcfff22)"}) ==
        "#0 at libentry.so file 10 a::b(int) <6c643df40fcfff22> in 2066");
  CHECK(kept_of("#00 pc 10 /a/libentry.so(6c643df40fcfff22)") == "#00 pc 10|");
  CHECK(read_log({"Tid:2066", "#00 pc 10 /a/libentry.so(6c643df40fcfff22)\r\n"}) ==
        "#0 at libentry.so file 10 <6c643df40fcfff22>");
  CHECK(read_line("#00 pc 12345678901234567 /a/libentry.so(6c643df40fcfff22)") ==
        "#0 at libentry.so <6c643df40fcfff22> (the log's address has more than 64 bits)");
}
