// The corners of Kotlin/Native's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("Kotlin/Native") {
  constexpr std::string_view line =
      "    at 0   kiosk.kexe                          0x2273fd           "
      "kfun:kotlin.Throwable#<init>(kotlin.String?){} + 77 ";
  CHECK(read_line(line) ==
        "#0 returns to kiosk.kexe runtime 2273fd kfun:kotlin.Throwable#<init>(kotlin.String?){}+4d");
  CHECK(kept_of(line) == "    at 0   kiosk.kexe                          0x2273fd|");
  CHECK(read_line("1   kiosk.kexe   0x2273fd   kfun:kiosk#total(){} + 77") ==
        "#1 returns to kiosk.kexe runtime 2273fd kfun:kiosk#total(){}+4d");
  CHECK(read_line(
            "    at 12  libc.so.6                           0x7f3a2c429d8f     __libc_start_main + 127 ") ==
        "#12 returns to libc.so.6 runtime 7f3a2c429d8f __libc_start_main+7f");
  CHECK(read_line("    at 1   kiosk.kexe   0x55d0c1a2ba2b   0x0 + 94355498580523 ").starts_with("nothing"));
  CHECK(read_line("    at 1   kiosk.kexe   0x55d0c1a2ba2b   0x0 + 94355090225707 ") ==
        "#1 returns to kiosk.kexe runtime 55d0c1a2ba2b");
  CHECK(read_line("    at 1   ???          0x55d0c1a2ba2b   0x0 + 94355090225707 ") ==
        "#1 returns to - runtime 55d0c1a2ba2b");
  CHECK(read_line("    at 2   My App       0x100a2ba2b   main + 24 ") ==
        "#2 returns to My App runtime 100a2ba2b main+18");
}

TEST_CASE("Kotlin/Native: frames that have their place, and what is none") {
  CHECK(read_line("    at 0   kiosk.kexe   0x2273fd   kfun:kiosk#total(){} + 77 (/src/kiosk.kt:12:5)") ==
        "named #0 kfun:kiosk#total(){} at /src/kiosk.kt:12:5 in kiosk.kexe");
  CHECK(read_line(
            "    at 0   kiosk.kexe   0x2273fd   kfun:kiosk#total(){} + 77 [inlined] (/src/kiosk.kt:12:5)") ==
        "named #0 kfun:kiosk#total(){} at /src/kiosk.kt:12:5 in kiosk.kexe [inlined]");
  for (const std::string_view line :
       {"at 10 Downing Street 0x12 are", "at 0 kiosk 0x", "at 0 kiosk 0x12 f + ", "at 0 kiosk 0x12 f + x",
        "at kiosk 0x12 f + 1", "    at 0   0x2273fd   f + 77", "3 kiosk 0x2273fd f + 77 more"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
