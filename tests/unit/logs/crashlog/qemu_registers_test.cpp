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
  CHECK(read_line(
            "NIP 00000000100102c0   LR 0000000010010250 CTR 0000000000000000 XER 0000000000000000 CPU#0") ==
        "at - runtime 100102c0");
  CHECK(read_line("NIP 1001016c   LR 10010130 CTR 00000000 XER 00000000 CPU#0") == "at - runtime 1001016c");
  CHECK(read_line("PSW=mask 0000200180000000 addr 00000000010011d0 cc    CC_OP_ADD_64") ==
        "at - runtime 10011d0");
  CHECK(read_line("pc=0x000201d8 HI=0x00000000 LO=0x00000000 ds 00e2 00000000 0") == "at - runtime 201d8");
  CHECK(read_line("pc=0x00000000000202b8 HI=0x0000000000000000 LO=0x0000000000000000 ds 00ea") ==
        "at - runtime 202b8");
  CHECK(read_line(" PC=0000000000020200  FCSR0 0x00000000  fp_status 0x00") == "at - runtime 20200");
  CHECK(read_line("pc: 00000000002001b0  npc: 00000000002001b4") == "at - runtime 2001b0");
}

TEST_CASE("QEMU's registers: what is none") {
  for (const std::string_view other :
       {"RIP=401615 RFL=00000246", "RIP=0000000000401615", "RIP=0000000000401615 x",
        "see RIP=0000000000401615 RFL=0", "R15=00010180",
        "R12=00000000 R13=407ffda0 R14=0001019c R15=00010180 R16=0", "pc       0000000000010116 x",
        "pc       12", "pc       0x401136", "PC=0000000000400b54", "NIP 1001016c LR 10010130",
        "PSW=mask 0000200180000000 addr 10011d0 cc 2", "pc=0x201d8 HI=0x0", "pc: 2001b0  npc: 2001b4"}) {
    CAPTURE(other);
    CHECK(read_line(other) == "nothing");
  }
}
