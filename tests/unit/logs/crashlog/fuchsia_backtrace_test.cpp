// The corners of Fuchsia's stacks before markup.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;
using symkit::test::read_names;

TEST_CASE("Fuchsia") {
  constexpr std::string_view frame = "bt#02: pc 0x1234561abc sp 0x5678 (app:/boot/bin/kiosk,0x1abc)";
  CHECK(read_line(frame) == "#2 returns to kiosk offset 1abc runtime 1234561abc");
  CHECK(read_line("bt#01: pc 0x1234561abc sp 0x5678 (libc.so,0x1abc)") ==
        "#1 at libc.so offset 1abc runtime 1234561abc");
  CHECK(read_line("bt#02: pc 0x1234561abc sp 0x5678") == "#2 returns to - runtime 1234561abc");
  CHECK(kept_of(frame) == std::string(frame) + "|");
  CHECK(read_log({"dso: id=4d3c1fe5a0b1c2d3 base=0x1234560000 name=app:/boot/bin/kiosk", frame}) ==
        "#2 returns to kiosk offset 1abc runtime 1234561abc <4d3c1fe5a0b1c2d3>");
  for (const std::string_view line : {"bt#02: end", "BT#02: PC=0x12345678 SP=0x12345678",
                                      "bt#02: pc 0x12 (a,0x1)", "bt#02: pc 0x12 sp 0x34 or so"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("Fuchsia: a frame with its name ends with the stack's address") {
  CHECK(
      read_names({"#0    0x0000001234560abc in kiosk::Take(int) ../../src/till.cc:12 <>+0xabc sp 0x7f12"}) ==
      "named #0 kiosk::Take(int) at ../../src/till.cc:12");
}

TEST_CASE("what its lines say of the crash: fuchsia backtrace") {
  CHECK(cause_of("<== fatal exception: process kiosk.cm[12345] thread initial-thread[12346]") ==
        "crash, kiosk.cm");
  CHECK(cause_of("<== write not-present page fault, PC at 0x1234561abc") == "page fault (WRITE)");
  CHECK(cause_of("<== undefined instruction, PC at 0x1234561abc") == "undefined instruction");
  CHECK(cause_of("<== as said before") == "nothing");
}
