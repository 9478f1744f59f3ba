// The corners of the registers that QEMU prints.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("QEMU's registers: the program counter of each processor") {
  constexpr std::string_view line =
      "RIP=0000000000401615 RFL=00000246 [---Z-P-] CPL=3 II=0 A20=1 SMM=0 HLT=0";
  CHECK(read_line(line) == "at - runtime 401615");
  CHECK(kept_of(line) == std::string(line) + "|");
  CHECK(read_line("EIP=08049136 EFL=00000246 [---Z-P-] CPL=3 II=0 A20=1 SMM=0 HLT=0") ==
        "at - runtime 8049136");
  CHECK(read_line(" PC=0000000000400b54 X00=0000000000000000 X01=00000055007ff7a8") == "at - runtime 400b54");
  CHECK(read_line("R12=00000000 R13=407ffda0 R14=0001019c R15=00010180") == "at - runtime 10180");
  CHECK(read_line(" pc       0000000000010116") == "at - runtime 10116");
  CHECK(read_line(" pc       00010116") == "at - runtime 10116");
}

TEST_CASE("QEMU's registers: what is none") {
  for (const std::string_view other :
       {"RIP=401615 RFL=00000246", "RIP=0000000000401615", "RIP=0000000000401615 x",
        "see RIP=0000000000401615 RFL=0", "R15=00010180",
        "R12=00000000 R13=407ffda0 R14=0001019c R15=00010180 R16=0", "pc       0000000000010116 x",
        "pc       12", "pc       0x401136", "PC=0000000000400b54"}) {
    CAPTURE(other);
    CHECK(read_line(other) == "nothing");
  }
}
