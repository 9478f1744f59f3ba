// The corners of perf script's lines of one sample.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::frames_of;
using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("perf script: samples without stacks") {
  constexpr std::string_view line =
      "            spin 14249 36278.529665:    5000000 cpu-clock:u:      56532350f13c [unknown] "
      "(/opt/kiosk/spin)";
  CHECK(read_line(line) == "at spin runtime 56532350f13c");
  CHECK(kept_of(line) == "            spin 14249 36278.529665:    5000000 cpu-clock:u:      56532350f13c|");
  CHECK(read_line(
            "a b 14249/14250 [001] 36278.529665123:  56532350f13c main+0x4 (/opt/spin)\tmov %rsp, %rbp") ==
        "at spin runtime 56532350f13c main+4");
  CHECK(read_line(
            "x 1 12.345678: cycles: 7f0056532350 operator new(unsigned long)+0x1c (/usr/lib/libc++.so.1)") ==
        "at libc++.so.1 runtime 7f0056532350 operator new(unsigned long)+1c");
  CHECK(read_line("x 1 12.345678: cycles: 7f0056532350 f(int, face)+0x1c (/usr/lib/libc++.so.1)") ==
        "at libc++.so.1 runtime 7f0056532350 f(int, face)+1c");
  CHECK(read_line("x 1 12.345678: cycles: ffffffff91a14c36 do_exit+0x56 ([kernel.kallsyms])") ==
        "at vmlinux runtime ffffffff91a14c36 do_exit+56");
  CHECK(read_line("x 1 12.345678: cycles: 7f0056532350 [unknown] ([vdso])") ==
        "at [vdso] runtime 7f0056532350 (code that is in no image file)");
}

TEST_CASE("perf script: branches") {
  CHECK(
      frames_of(
          {"kiosk 4711 [001] 12.345678901: 1 branches:u:   call   56532350f13c [unknown] (/opt/kiosk) =>     "
           "56532350f119 main+0x4 (/opt/kiosk)"}) ==
      "at kiosk runtime 56532350f13c, at kiosk runtime 56532350f119 main+4");
  CHECK(frames_of({"kiosk 4711 [001] 12.345678901: 1 branches:u: tr strt  0 [unknown] ([unknown]) =>     "
                   "56532350f119 main+0x4 (/opt/kiosk)"}) == "at kiosk runtime 56532350f119 main+4");
}

TEST_CASE("perf script: lines that only look like samples") {
  for (const std::string_view line :
       {"x 1 12.345678: cycles: 56532350f13c main (/opt/spin)",
        "x 1 12.345: cycles: 56532350f13c [unknown] (/opt/spin)",
        "x 1 12.345678: cycles: dead [unknown] (/opt/spin)", "x 1 12.345678: [unknown] (/opt/spin)",
        "x 1 12.345678: cycles: 56532350f13c [unknown] (/opt/spin", "at 12.345678: see main+0x4 (/opt/spin)",
        "12.345678: (/opt/spin)", "1.345678:  (/", ".345678: 1234 a+0x1 (/a)"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
