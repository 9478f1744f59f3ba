// The corners of Unity's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Unity") {
  constexpr std::string_view module =
      "C:\\Games\\Kiosk.exe:Kiosk.exe (00007FF6D0A00000), size: 675840 (result: 0), SymType: '-exported-', "
      "PDB: ''";
  constexpr std::string_view frame = "0x00007FF6D0A1B2C3 (Kiosk) (function-name not available)";
  CHECK(read_line(module) == "context");
  CHECK(read_log({module, frame}) == "at Kiosk.exe runtime 7ff6d0a1b2c3 load 7ff6d0a00000");
  CHECK(read_log({module, frame, frame}) == "returns to Kiosk.exe runtime 7ff6d0a1b2c3 load 7ff6d0a00000");
  CHECK(read_line(frame) == "at Kiosk runtime 7ff6d0a1b2c3");
  for (const std::string_view line :
       {"0x00007FF6D0A1B2C3 (Kiosk) UnityMain", "0x7FF6D0A1B2C3 (Kiosk) (function-name not available)",
        "0x00007FF6D0A1B2C3 () (function-name not available)", "a:b (12), size: 12 (result: 0), SymType: '-'",
        "a:b (00007FF6D0A00000), size: x, SymType: '-'"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
