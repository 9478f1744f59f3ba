// The corners of the BSDs' panics.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
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

TEST_CASE("NetBSD") {
  CHECK(read_line("vpanic() at netbsd:vpanic+0x171") == "returns to netbsd vpanic+171");
  CHECK(read_line("snprintf() at netbsd:snprintf") == "returns to netbsd snprintf+0");
  CHECK(read_line("bio_doread.isra.4() at netbsd:bio_doread.isra.4+0x19") ==
        "returns to netbsd bio_doread.isra.4+19");
  CHECK(read_line("[   7.1234567] fp ffffffc2c3402a60 vpanic() at netbsd:vpanic+0x140") ==
        "returns to netbsd vpanic+140");
  CHECK(read_log({"--- trap (number 6) ---", "till_read() at netbsd:till_read+0x51"}) ==
        "at netbsd till_read+51");
  CHECK(read_log({"Stopped in pid 107.1 (mount_till) at   netbsd:breakpoint+0x5:  leave",
                  "breakpoint() at netbsd:breakpoint+0x5"}) == "at netbsd breakpoint+5");
  for (const std::string_view line : {"f() at netbsd:g+0x12", "f() at netbsd:f+0x12 now", "f() at netbsd:"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("OpenBSD") {
  constexpr std::string_view frame = "ip_output(fffffd80012a3400,0,ffff80001f2b6a30,8) at ip_output+0x2d3";
  CHECK(read_line(frame) == "returns to bsd ip_output+2d3");
  CHECK(kept_of(frame) == std::string(frame) + "|");
  CHECK(read_line("till(21) at till+0x150 sys/net/till.c:888") == "returns to bsd till+150");
  CHECK(read_log({"Stopped at      ip_output+0x2d3:        movq    0x18(%rax),%rcx", frame}) ==
        "at bsd ip_output+2d3");
  for (const std::string_view line : {"f(21) at g+0x150", "f(int) at f+0x150", "f(21) at f",
                                      "f(21) at f+0x1 x", "see f(21) at f+0x150", "f (21) at f+0x150"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: bsd panic") {
  CHECK(cause_of("kernel: page fault trap, code=0") == "kernel page fault");
  CHECK(cause_of("kernel: protection fault trap, code=0") == "kernel panic");
  CHECK(cause_of("fatal page fault in supervisor mode") == "kernel page fault");
  CHECK(cause_of("cpu0: Begin traceback...") == "kernel panic");
  CHECK(cause_of("cpu0: begin traceback...") == "kernel panic");
  CHECK(cause_of("Starting stack trace...") == "kernel panic");
  CHECK(cause_of("Stopped in pid 107.1 (mount_till) at   netbsd:breakpoint+0x5:  leave") == "kernel panic");
  CHECK(cause_of("kernel: page fault") == "nothing");
}
