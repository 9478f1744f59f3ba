// The corners of FreeBSD's panics and illumos' stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("FreeBSD and illumos") {
  CHECK(read_line("db_trace_self_wrapper() at db_trace_self_wrapper+0x2b/frame 0xfffffe0123456780") ==
        "returns to kernel db_trace_self_wrapper+2b");
  CHECK(read_line("#3 0xffffffff80c1234f at kern_reboot+0x447") ==
        "#3 returns to kernel runtime ffffffff80c1234f kern_reboot+447");
  CHECK(read_line(" libc.so.1`_lwp_kill+0xa()") == "at libc.so.1 _lwp_kill+a");
  CHECK(kept_of(" libc.so.1`_lwp_kill+0xa()") == " libc.so.1`_lwp_kill+0xa()|");
  for (const std::string_view line :
       {"f() at g+0x2b/frame 0xfffffe01", "f() at f+0x2b/frame 0xfffffe01 x", "#3 0xffffffff80c1234f at x",
        "#3 0x401136 at kern_reboot+0x447", "run `f+0xa()` now", "a`b c+0xa()"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
