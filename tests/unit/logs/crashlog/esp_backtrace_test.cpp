// The corners of ESP-IDF's backtraces.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::frames_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("an ESP32's backtrace") {
  CHECK(frames_of({"Backtrace: 0x400d15f1:0x3ffb1f20 0x400d2a3c:0x3ffb1f40 |<-CORRUPTED"}) ==
        "at - file 400d15f1, calls at - file 400d2a3c");
  CHECK(frames_of({"Backtrace:0x400d15f1:0x3ffb1f20"}) == "at - file 400d15f1");
  CHECK(frames_of({"PC      : 0x400d15f4  PS      : 0x00060030",
                   "Backtrace: 0x400d15f1:0x3ffb1f20 0x400d15f1:0x3ffb"}) ==
        "at - file 400d15f4, calls at - file 400d15f1");
  CHECK(frames_of({"PC      : 0x400d15f1  PS      : 0x00060030", "Backtrace: 0x400d15f1:0x3ffb1f20"}) ==
        "at - file 400d15f1");
  CHECK(frames_of({"PC      : 0x400d99f4  PS      : 0x00060030", "Backtrace: 0x400d15f1:0x3ffb1f20"}) ==
        "calls at - file 400d15f1");
  CHECK(frames_of({"Backtrace: 0x800d15f1:0x3ffb1f20"}) == "at - file 400d15f1");
  CHECK(kept_of("Backtrace: 0x400d15f1:0x3ffb1f20 x") == "Backtrace: 0x400d15f1:0x3ffb1f20| x");
  CHECK(read_log({"PC      : 0x400d15f4  PS      : 0x00060030  A0 : 0x80"}) == "at - file 400d15f4");
  for (const std::string_view line : {"Backtrace: 0x400d15f1", "Backtrace:", "Backtrace: 0x400d15f1:3ffb",
                                      "0x400d15f1: main at main.c:12", "PC      : 0x400d15f4  PX"}) {
    CAPTURE(line);
    CHECK((read_line(line) == "nothing" || read_line(line) == "context"));
  }
}

TEST_CASE("what an ESP32 says of its end") {
  CHECK(cause_of("Guru Meditation Error: Core  1 panic'ed (StoreProhibited). Exception was unhandled.") ==
        "StoreProhibited");
}
