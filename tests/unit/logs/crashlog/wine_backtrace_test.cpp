// The corners of Wine's backtraces.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Wine") {
  CHECK(read_line("=>0 0x00006ffffe0412c7 in ntdll (+0x412c7) (0x000000000011fdb8)") ==
        "#0 at ntdll offset 412c7 runtime 6ffffe0412c7");
  CHECK(
      read_log({"=>0 0x7bc3b2c7 in ntdll (+0x5b2c7) (0x0032fdb8)", "  1 0x00401234 in my kiosk (+0x1234)"}) ==
      "#1 returns to my kiosk offset 1234 runtime 401234");
  CHECK(read_line("  1 0x0000000140001234 ledger_close+0x10(book=0x12) in ledger (0x000000000011fe40)") ==
        "#1 returns to ledger runtime 140001234 ledger_close+10");
  for (const std::string_view line :
       {"  1 0x00401234 main+0x12 in kiosk (0x0032)",
        "  1 0x00401234 main+0x12() [main.c:12] in kiosk (0x0032)", "  1 0x00401234 main() in kiosk (0x0032)",
        "  1 0x401234 main+0x12() in kiosk (0x0032)"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
  CHECK(read_line("  1 0x00401234 in (+0x1234)") == "nothing");
}

TEST_CASE("Wine's addresses with fourteen digits") {
  CHECK(read_line("=>0 0x006ffff9e7f1d8 in adobe air (+0x62f1d8) (0000000000000000)") ==
        "#0 at adobe air offset 62f1d8 runtime 6ffff9e7f1d8");
}

TEST_CASE("what Wine says of the end") {
  CHECK(
      cause_of("Unhandled exception: page fault on read access to 0x00000250 in 32-bit code (0x0578564c).") ==
      "page fault on read at 250");
  CHECK(cause_of("Unhandled exception: divide by zero in 32-bit code (0x0578564c).") == "divide by zero");
}
