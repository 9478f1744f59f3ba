// The corners of what Firefox, Unreal, Godot, Wine, .NET, Go, bcc and other systems' kernels print.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Firefox") {
  CHECK(read_line("#01: ???[/opt/firefox/libxul.so +0x1234]") == "#1 returns to libxul.so offset 1234");
  CHECK(read_line("12:00 #22: mozilla::f(int[])[/opt/libxul.so +0x1234]") ==
        "#22 returns to libxul.so offset 1234 mozilla::f(int[])");
  CHECK(kept_of("#01: ???[libxul.so +0x1234]") == "#01: ???[libxul.so +0x1234]|");
  for (const std::string_view line :
       {"#01: ??? (\?\?\?:\?\?\?)", "#01: f (/src/a.cpp:12)", "#01 f[libxul.so +0x1234]", "#01: f[??? +0x1]",
        "#01: [libxul.so +0x1]", "#01: f[libxul.so +0x]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("Unreal") {
  CHECK(read_line("[Callstack] 0x00007f1d2c7a3e40 libKiosk.so!UnknownFunction(0x1e3f)") ==
        "at libKiosk.so offset 1e40 runtime 7f1d2c7a3e40");
  CHECK(read_log({"[Callstack] 0x00007f1d2c7a3e40 libKiosk.so!UnknownFunction(0x1e3f)",
                  "[Callstack] 0x00007f1d2c7a3e50 libKiosk.so!UnknownFunction(0x1e50)"}) ==
        "returns to libKiosk.so offset 1e50 runtime 7f1d2c7a3e50");
  CHECK(read_line("[Callstack] 0x00007ff6abcd1234 Kiosk.exe!UnknownFunction []") ==
        "at Kiosk.exe runtime 7ff6abcd1234");
  for (const std::string_view line :
       {"x!UnknownFunction(0x1)", "0x12 !UnknownFunction(0x1)", "y x!UnknownFunction(0x1)",
        "0x12 x!UnknownFunction(1)", "!UnknownFunction"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("Godot asks addr2line") {
  CHECK(read_line("[2] /opt/godot() [0x401136] (??:0)") == "returns to godot file 401136");
  CHECK(kept_of("[2] /opt/godot(+0x12) [0x401136] (??:?)") == "[2] /opt/godot(+0x12) [0x401136]|");
  CHECK(read_line("[2] /opt/godot() [0x401136] (/src/main.cpp:12)") == "nothing");
}

TEST_CASE("Wine") {
  CHECK(read_line("=>0 0x00006ffffe0412c7 in ntdll (+0x412c7) (0x000000000011fdb8)") ==
        "#0 at ntdll offset 412c7 runtime 6ffffe0412c7");
  CHECK(
      read_log({"=>0 0x7bc3b2c7 in ntdll (+0x5b2c7) (0x0032fdb8)", "  1 0x00401234 in my kiosk (+0x1234)"}) ==
      "#1 returns to my kiosk offset 1234 runtime 401234");
  CHECK(read_line("  1 0x00401234 main+0x12 in kiosk (0x0032)") == "nothing");
  CHECK(read_line("  1 0x00401234 in (+0x1234)") == "nothing");
}

TEST_CASE(".NET's libraries on Linux") {
  CHECK(read_line("   at libcoreclr.so!coreclr_execute_assembly+0x90") ==
        "at libcoreclr.so coreclr_execute_assembly+90");
  CHECK(read_line("libcoreclr.so!+0x12") == "at libcoreclr.so offset 12");
  CHECK(read_line("the library libcoreclr.sox+0x12") == "nothing");
}

TEST_CASE("Go's native code") {
  CHECK(read_line("PC=0x55d0c1a2ba2b m=0 sigcode=1 addr=0x0") == "at - runtime 55d0c1a2ba2b");
  CHECK(read_line("[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x401136]") ==
        "at - runtime 401136");
  CHECK(read_line("runtime: unexpected return pc for runtime.sigpanic called from 0x401136") ==
        "returns to - runtime 401136");
  CHECK(read_log({"non-Go function", "\tpc=0x401136"}) == "returns to - runtime 401136");
  CHECK(read_line("\tpc=0x401136") == "nothing");
  CHECK(read_log({"non-Go function", "x", "\tpc=0x401136"}) == "returns to - runtime 401136");
  for (const std::string_view line : {"PC=0x55 m=0", "PC=0x0 m=0 sigcode=1", "[signal SIGQUIT: quit]",
                                      "[signal SIGSEGV: x pc=0x0]", "runtime: unexpected return pc for f"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("bcc") {
  CHECK(read_line("\tb'price+0x34 [libkiosk.so]'") == "at libkiosk.so price+34");
  CHECK(read_line("    std::f(int [])+0x34 [libkiosk.so]") == "at libkiosk.so std::f(int [])+34");
  CHECK(read_line("\t0x00007f3a2c4011d5\t[unknown] [libkiosk.so]") == "at libkiosk.so runtime 7f3a2c4011d5");
  CHECK(read_line("\t0x00007f3a2c4011d5 f+0x1 [kernel]") == "at vmlinux runtime 7f3a2c4011d5 f+1");
  for (const std::string_view line :
       {"price+0x34 [libkiosk.so]", "    [unknown] [libkiosk.so]", "    f+0x34 [a b]", "    f+0x34 []",
        "    +0x34 [a]", "    b'f+0x34 [a]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

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
