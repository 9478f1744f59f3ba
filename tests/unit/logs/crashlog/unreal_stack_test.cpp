// The corners of Unreal's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Unreal's offsets have stepped back, but in the frame that crashed") {
  constexpr std::string_view crash = "[2026.11.22-06.35.48:508][  0]LogCore: === Critical error: ===";
  constexpr std::string_view exact = "0x0000000003a2a312 Blocks!UnknownFunction(0x382a312)";
  constexpr std::string_view stepped = "0x00000000036c2c11 Blocks!UnknownFunction(0x34c2c10)";
  CHECK(read_line(crash) == "context");
  CHECK(read_log({crash, exact}) == "at Blocks offset 382a312 runtime 3a2a312");
  CHECK(read_log({crash, exact, stepped}) == "returns to Blocks offset 34c2c11 runtime 36c2c11");
  // What is no crash prints its first frame as it prints the others, or as it lies on the stack.
  CHECK(read_line(stepped) == "returns to Blocks offset 34c2c11 runtime 36c2c11");
  CHECK(read_line(exact) == "returns to Blocks offset 382a312 runtime 3a2a312");
  CHECK(read_line("[2026.10.01-09.08.53:375][  0]LogOutputDevice: Error: [Callstack] 0x00007f04622e0e40 "
                  "libc.so.6!__libc_start_main(+0x7f)") ==
        "returns to libc.so.6 runtime 7f04622e0e40 __libc_start_main+80");
}

TEST_CASE("Unreal's frames without addresses") {
  constexpr std::string_view crash = "Unhandled Exception: SIGSEGV: invalid attempt to write memory";
  constexpr std::string_view first = "libpython3.11.so.1.0!UnknownFunction(0x25179c)";
  CHECK(read_log({crash, first}) == "at libpython3.11.so.1.0 offset 25179c");
  CHECK(read_log({crash, first, first}) == "returns to libpython3.11.so.1.0 offset 25179d");
  CHECK(read_log({crash, "libX.so!AutoHandler() [X.cpp:255]", first}) ==
        "returns to libpython3.11.so.1.0 offset 25179d");
  CHECK(read_line("libpython3.11.so.1.0!PyObject_Vectorcall(+0x88)") ==
        "returns to libpython3.11.so.1.0 PyObject_Vectorcall+89");
}

TEST_CASE("Unreal on Windows") {
  constexpr std::string_view crash = "LogWindows: Error: === Critical error: ===";
  constexpr std::string_view frame =
      "[2019.04.29-17.39.48:221][120]LogWindows: Error: [Callstack] 0x00007fff881b7974 "
      "KERNEL32.DLL!UnknownFunction []";
  CHECK(read_line(frame) == "returns to KERNEL32.DLL runtime 7fff881b7974");
  CHECK(read_log({crash, frame}) == "at KERNEL32.DLL runtime 7fff881b7974");
  CHECK(read_log({crash, "0x00007ff995ea8114 UnrealEditor-Core.dll!FString::operator=() [C:\\x.cpp:1]",
                  frame}) == "returns to KERNEL32.DLL runtime 7fff881b7974");
  CHECK(read_line("0x00007fff8e304ed0 ntdll.dll!UnknownFunction [Unknown File]") ==
        "returns to ntdll.dll runtime 7fff8e304ed0");
}

TEST_CASE("what is none of Unreal's") {
  for (const std::string_view line :
       {"0x12 !UnknownFunction(0x1)", "y x!UnknownFunction(0x1)", "0x12 x!UnknownFunction(1)",
        "!UnknownFunction", "x.dll!UnknownFunction []", "0x00007fff881b7974 x.dll!UnknownFunction [x.cpp:12]",
        "PandoraServer!FMallocBinned2::Realloc(void*, unsigned long, unsigned int)()",
        "run x.so!f(+0x1) now"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("Unreal's older form, without the image") {
  CHECK(read_line("[Callstack]  02  0x00007f43b2ca8151  FLinuxCrashContext::CaptureStackTrace()") ==
        "#2 returns to - runtime 7f43b2ca8151 FLinuxCrashContext::CaptureStackTrace()");
  CHECK(read_line("[Callstack]  05  0x00007f43b8aec390  /lib/libpthread.so.0(+0x11390) [0x7f43b8aec390]") ==
        "returns to libpthread.so.0 file 11390 runtime 7f43b8aec390");
  for (const std::string_view line :
       {"[Callstack]  02  0x00007f43b2ca8151", "[Callstack]  0x00007f43b2ca8151  f()",
        "[Callstack]  02  0x7f43  f()"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
