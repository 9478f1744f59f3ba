// The corners of registers that Zephyr, CmBacktrace and handlers of one's own print.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::frames_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("lines of registers") {
  CHECK(frames_of({"MEPC    : 0x42007a2e  RA      : 0x42007a32  SP      : 0x3fc93d20"}) ==
        "at - file 42007a2e, returns to - file 42007a32");
  CHECK(read_log({"E: r3/a4:  0x20000f80 r12/ip:  0x00000000 r14/lr:  0x0000053f"}) ==
        "returns to - file 53f");
  CHECK(read_log({"[00:00:00.010,000] <err> os: Faulting instruction address (r15/pc): 0x00000514"}) ==
        "at - file 514");
  CHECK(frames_of({"  R12: 00000000  LR : 08001c57  PC : 08001c5e  PSR: 61000000"}) ==
        "returns to - file 8001c57, at - file 8001c5e");
  CHECK(read_log({"PC = 0x08001234"}) == "at - file 8001234");
  CHECK(kept_of("PC = 0x08001234") == "PC = 0x08001234|");
}

TEST_CASE("lines that only look like registers, or hold no code") {
  for (const std::string_view line :
       {"LR = 0xfffffff9", "PC = 12", "PC = 0x08001234 of 12", "PC : ffffffff80123456",
        "R12: 00000000  R13: 00000000", "pc: 0x", "Faulting instruction address (r15/pc): x",
        "E: r0/a1:  0x00000003  r1/a2:  0x20000f80", "PC = printed circuit",
        "PC : 0x08001234, LR : 0x08001238"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("one register a line, and older releases of Zephyr") {
  CHECK(read_line("PC   : 080002C4") == "at - file 80002c4");
  CHECK(read_line("LR   : 080002ED") == "returns to - file 80002ed");
  CHECK(read_line("2015-08-24 10:34:52,291 - INFO #    pc: 0x00000438") == "at - file 438");
  CHECK(read_line("  Faulting instruction address:  0x57a7150c") == "at - file 57a7150c");
  CHECK(read_line("Faulting instruction address = 0xd8a") == "at - file d8a");
  for (const std::string_view line : {"Faulting instruction address", "Faulting instruction address: none",
                                      "Faulting instruction address: 0xc0012345", "PC   : here"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what firmware says of its end") {
  CHECK(cause_of("FaultType: HardFault") == "HardFault");
  CHECK(cause_of("Context before hardfault:") == "hard fault");
  CHECK(cause_of("***** MPU FAULT *****") == "MPU fault");
  CHECK(cause_of("***** done *****") == "nothing");
}
