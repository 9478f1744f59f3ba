// The corners of native code in .NET's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE(".NET, compiled ahead of time") {
  constexpr std::string_view line = "   at Kiosk!<BaseAddress>+0x7b1fc6";
  CHECK(read_line(line) == "returns to Kiosk offset 7b1fc6");
  CHECK(kept_of(line) == std::string(line) + "|");
  CHECK(read_line(
            "   at Kiosk.Core!<BaseAddress>+0x1a2b at offset 0 in file:line:column <filename unknown>:0:0") ==
        "returns to Kiosk.Core offset 1a2b");
  constexpr std::string_view fault =
      "Unhandled Exception: System.NullReferenceException: Object reference not set";
  CHECK(read_log({fault, line}) == "at Kiosk offset 7b1fc6");
  CHECK(read_log({fault, line, line}) == "returns to Kiosk offset 7b1fc6");
  CHECK(read_log({fault, "Unhandled Exception: System.Exception: other", line}) ==
        "returns to Kiosk offset 7b1fc6");
  CHECK(read_line("   at Kiosk!<BaseAddress>+0x1ffffffffffffffff") ==
        "returns to Kiosk (the log's address has more than 64 bits)");
  for (const std::string_view other : {"say Kiosk!<BaseAddress>+0x12", "!<BaseAddress>+0x12",
                                       "   at Kiosk!<BaseAddress>+0x", "\"Kiosk!<BaseAddress>+0x12"}) {
    CAPTURE(other);
    CHECK(read_line(other) == "nothing");
  }
}

TEST_CASE(".NET: clrstack -f") {
  constexpr std::string_view heading = "        Child SP               IP Call Site";
  constexpr std::string_view native = "00007FFCD482D650 00007F9ED17EB6EB libkiosk.so!total(int) + 59";
  CHECK(read_line(native) == "returns to libkiosk.so runtime 7f9ed17eb6eb total(int)+3b");
  CHECK(read_log({heading, "  " + std::string(native) + "  "}) ==
        "at libkiosk.so runtime 7f9ed17eb6eb total(int)+3b");
  CHECK(read_log({heading, native}) == "at libkiosk.so runtime 7f9ed17eb6eb total(int)+3b");
  CHECK(read_log({heading, native, native}) == "returns to libkiosk.so runtime 7f9ed17eb6eb total(int)+3b");
  CHECK(read_log({heading, "00007FFCD482D650 00007F9ED17EB6EB libx.so.1!f + 1 [/src/x.c @ 2]", native}) ==
        "returns to libkiosk.so runtime 7f9ed17eb6eb total(int)+3b");
  CHECK(kept_of(native) == "00007FFCD482D650 00007F9ED17EB6EB|");
  for (const std::string_view other :
       {"00007FFCD482D650 00007F9ED17EB6EB 3DEngine.dll!Engine.f() + 59 [/src/x.cs @ 204]",
        "00007FFCD482D650 00007F9ED17EB6EB libkiosk.so!total(int) + 59 [/src/x.c @ 4]",
        "00007FFCD482D650 00007F9ED17EB6EB libkiosk.so!total",
        "7FFC 00007F9ED17EB6EB libkiosk.so!total + 5"}) {
    CAPTURE(other);
    CHECK(read_line(other) == "nothing");
  }
}
