// The corners of illumos' stacks, mdb's and pstack's.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("mdb") {
  CHECK(read_line(" libc.so.1`_lwp_kill+0xa()") == "at libc.so.1 _lwp_kill+a");
  CHECK(read_line("fffffc7fffdffa10 libc.so.1`raise+0x1e(6)") == "at libc.so.1 raise+1e");
  CHECK(read_log({"libc.so.1`_lwp_kill+0xa()", "kiosk`main+0x23()"}) == "returns to kiosk main+23");
  CHECK(kept_of(" libc.so.1`_lwp_kill+0xa()") == " libc.so.1`_lwp_kill+0xa()|");
  for (const std::string_view line : {"run `f+0xa()` now", "a`b c+0xa()", "12 libc.so.1`raise+0x1e(6)"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("pstack") {
  constexpr std::string_view thread = "--------------------- thread# 1 / lwp# 1 ---------------------";
  constexpr std::string_view kill = " fffffd7fef25a38a _lwp_kill () + a";
  constexpr std::string_view call = " 000000000040f7c9 raise (b) + 1e";
  CHECK(read_line(thread) == "context");
  CHECK(read_log({thread, kill}) == "at - runtime fffffd7fef25a38a _lwp_kill+a");
  CHECK(read_log({thread, kill, call}) == "returns to - runtime 40f7c9 raise+1e");
  CHECK(read_log({thread, " fffffc7fee259cea write    (3, 2385010, 25)", call}) ==
        "returns to - runtime 40f7c9 raise+1e");
  CHECK(read_log({thread, " feeb1a65 _lwp_kill () + 5"}) == "returns to - runtime feeb1a65 _lwp_kill+5");
  CHECK(kept_of(kill) == std::string(kill) + "|");
  CHECK(kept_of(std::string(kill) + "  ") == std::string(kill) + "|  ");
  for (const std::string_view line :
       {"fffffd7fef25a38a _lwp_kill () + a", " fffffd7f _lwp_kill () + x", " 12 f () + a",
        " 0000000000000000 ???????? ()", " fffffd7fef25a38a f () + a b"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
