// The corners of Unreal's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_log;

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
