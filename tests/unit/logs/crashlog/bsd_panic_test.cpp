// The corners of FreeBSD's panics.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("FreeBSD") {
  constexpr std::string_view frame =
      "db_trace_self_wrapper() at db_trace_self_wrapper+0x2b/frame 0xfffffe0123456780";
  CHECK(read_line(frame) == "returns to kernel db_trace_self_wrapper+2b");
  CHECK(read_line("#3 0xffffffff80c1234f at kern_reboot+0x447") ==
        "#3 returns to kernel runtime ffffffff80c1234f kern_reboot+447");
  CHECK(read_line("vpanic() at vpanic+0x13c") == "returns to kernel vpanic+13c");
  CHECK(read_line("kassert_panic() at do_el1h_sync+0x30") == "returns to kernel do_el1h_sync+30");
  CHECK(kept_of(frame) == std::string(frame) + "|");
  CHECK(kept_of("vpanic() at vpanic+0x13c") == "vpanic() at vpanic+0x13c|");
  for (const std::string_view line :
       {"f() at g+0x2b/frame 0xfffffe01", "f() at f+0x2b/frame 0xfffffe01 x", "#3 0xffffffff80c1234f at x",
        "#3 0x401136 at kern_reboot+0x447", "see f() at g+0x30", "f() at f+0x12 now"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("FreeBSD: where a trap came the kernel was at an instruction") {
  constexpr std::string_view calltrap = "calltrap() at calltrap+0x8/frame 0xfffffe034def4ab0";
  constexpr std::string_view frame = "vm_fault() at vm_fault+0x75/frame 0xfffffe034def4890";
  for (const std::string_view trap :
       {"--- trap 0xc, rip = 0xffffffff80c1234f, rsp = 0x7fffdcbe3160, rbp = 0x7fffdcbe31a0 ---",
        "--- interrupt, rip = 0xffffffff80c1234f, rsp = 0x1, rbp = 0x2 ---", "--- exception, esr 0x96000004",
        "--- interrupt", "--- system error, esr 0x1"}) {
    CAPTURE(trap);
    CHECK(read_line(trap) == "context");
    CHECK(read_log({calltrap, trap, frame}) == "at kernel vm_fault+75");
    CHECK(read_log({calltrap, trap, frame, frame}) == "returns to kernel vm_fault+75");
  }
  CHECK(read_log({"Stopped at      vm_fault+0x75:  movq    $0,kdb_why", "Tracing pid 0 tid 100000 td 0xf",
                  frame}) == "at kernel vm_fault+75");
  CHECK(read_log({"Stopped at      kdb_enter+0x3b: movq    $0,kdb_why", frame}) ==
        "returns to kernel vm_fault+75");
}
