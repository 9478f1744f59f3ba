// The grammar's corners of gdb's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("gdb") {
  const std::string_view first = "0x7f3a00000000 0x7f3a00001000 0x1000 0x0 r--p /usr/lib/libx.so";
  const std::string_view code = "0x7f3a00001000 0x7f3a00002000 0x1000 0x1000 r-xp /usr/lib/libx.so";
  const std::string_view frame = "#2  0x00007f3a00001234 in ?? () from /usr/lib/libx.so";
  CHECK(read_line(frame) == "#2 returns to libx.so runtime 7f3a00001234");
  CHECK(read_log({first, code, frame}) == "#2 returns to libx.so runtime 7f3a00001234 load 7f3a00000000");
  CHECK(read_log({code, frame}) == "#2 returns to libx.so byte 1234 runtime 7f3a00001234");
  CHECK(read_log({"#1  <signal handler called>", frame}) == "#2 at libx.so runtime 7f3a00001234");
  CHECK(read_log({"Thread 2 (Thread 0x7f3a (LWP 12)):", "#0  0x12 in f(int) () from /x/liby.so"}) ==
        "#0 at liby.so runtime 12 f(int) in 2");
  CHECK(read_line("#0  0x12 in main (argc=1) at main.c:12") == "context");
  CHECK(read_line("#0  main () at main.c:12") == "nothing");
  CHECK(kept_of(frame) == "#2  0x00007f3a00001234|");
}
