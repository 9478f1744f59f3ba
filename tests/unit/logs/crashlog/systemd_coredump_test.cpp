// The grammar's corners of what systemd-coredump and coredumpctl print.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("systemd") {
  const std::string module = "Module /usr/lib/libfoo.so with build-id 0123ab";
  CHECK(read_log({module, "Stack trace of thread 12:", "#0  0x00007237452cb3f4 n/a (libfoo.so + 0x963f4)"}) ==
        "#0 at libfoo.so offset 963f4 <0123ab> in 12");
  CHECK(read_log({module, "#3  0x00007237452cb3f4 f(int) (/usr/lib/libfoo.so + 0x963f4)"}) ==
        "#3 returns to libfoo.so offset 963f4 f(int) <0123ab>");
  CHECK(read_log({"#1  0x01 __restore_rt (libc.so.6 + 0x3)", "#2  0x02 n/a (libfoo.so + 0x4)"}) ==
        "#2 at libfoo.so offset 4");
  CHECK(read_log({module, "Stack trace of thread 12:", "Module libfoo.so with build-id 4567cd",
                  "#0  0x01 n/a (libfoo.so + 0x4)"}) == "#0 at libfoo.so offset 4 <4567cd>");
  CHECK(read_line("#0  0x01 n/a (n/a + 0x0)") == "#0 at - (code that is in no image file)");
  CHECK(kept_of("  #0  0x01 n/a (libfoo.so + 0x4)") == "  #0  0x01|");
}

TEST_CASE("systemd's modules in later words") {
  const std::string_view frame = "#0  0x00007237452cb3f4 n/a (libfoo.so + 0x963f4)";
  CHECK(read_log({"Found module libfoo.so with build-id: 0123ab", frame}) ==
        "#0 at libfoo.so offset 963f4 <0123ab>");
  CHECK(read_log({"Module libfoo.so, build-id=0123ab", frame}) == "#0 at libfoo.so offset 963f4 <0123ab>");
  CHECK(read_log({"Module libfoo.so from deb foo, build-id=0123ab", frame}) ==
        "#0 at libfoo.so offset 963f4 <0123ab>");
  CHECK(read_log({"Module libfoo.so from deb foo-1.3-1.amd64", frame}) == "#0 at libfoo.so offset 963f4");
  CHECK(read_line("Module libfoo.so from deb foo-1.3-1.amd64") == "context");
}

TEST_CASE("before systemd 246 frames had no offset") {
  const std::string_view heading = "Stack trace of thread 12:";
  CHECK(read_log({heading, "#0  0x00007237452cb3f4 n/a (libfoo.so)"}) ==
        "#0 at libfoo.so runtime 7237452cb3f4 in 12");
  CHECK(read_log({heading, "#1  0x00007237452cb3f4 raise (libfoo.so)"}) ==
        "#1 returns to libfoo.so runtime 7237452cb3f4 raise in 12");
  CHECK(read_log({"723745200000-723745300000 r-xp 00000000 fe:00 12   /usr/lib/libfoo.so", heading,
                  "#1  0x00007237452cb3f4 raise (libfoo.so)"}) ==
        "#1 returns to libfoo.so runtime 7237452cb3f4 load 723745200000 raise in 12");
  CHECK(read_line("#0  0x00007237452cb3f4 n/a (libfoo.so)") == "nothing");
  for (const std::string_view line :
       {"#0  0x00007237452cb3f4 f (a, b)", "#0  0x00007237452cb3f4 f(int)", "#0  0x00007237452cb3f4 f ()",
        "#0  0x7237452cb3f4 f (libfoo.so)", "#0  0x00007237452cb3f4 (libfoo.so)",
        "#0  0x00007237452cb3f4 in f (libfoo.so)", "#0  0x00007237452cb3f4 f (argc=1)"}) {
    CAPTURE(line);
    CHECK(read_log({heading, line}).contains(" libfoo.so runtime") == false);
  }
}
