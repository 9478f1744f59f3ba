// The grammar's corners of the sanitizers' frames.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("a sanitizer's frame") {
  CHECK(read_line("    #0 0x574f04be26bc  (/path/suite+0xd3e6bc) (BuildId: 159d3193)") ==
        "#0 at suite file d3e6bc <159d3193>");
  CHECK(read_line("    #0 0x574f04be26bc (/path/suite+0xd3e6bc)") == "#0 at suite file d3e6bc");
  CHECK(read_line("    #12 0x57 in f(int, (anonymous namespace)::T) (/p/suite+0xd3)") ==
        "#12 calls at suite file d3 f(int, (anonymous namespace)::T)");
  CHECK(read_line("    #0 0x57 in operator()(char) const (/my dir (2)/a+b/suite+0xd3)\r\n") ==
        "#0 at suite file d3 operator()(char) const");
  CHECK(read_line("==1==    #0 0x57 in main (/p/suite+0xd3)") == "#0 at suite file d3 main");
  CHECK(kept_of("    #0 0x57 in main (/p/suite+0xd3) (BuildId: 159d) x") == "    #0 0x57| x");
}

TEST_CASE("Apple's modules have the processor behind their path, and offsets from the image") {
  CHECK(read_line("    #0 0x10 in f (libx.dylib:arm64+0x1234)") == "#0 at libx.dylib offset 1234 f arm64");
  CHECK(read_line("    #0 0x10 in f (App:x86_64h+0x1234)") == "#0 at App offset 1234 f x86_64h");
}

TEST_CASE("ThreadSanitizer has no address") {
  CHECK(read_line("    #0 main <null> (suite+0xd3) (BuildId: 159d)") == "#0 at suite file d3 main <159d>");
  CHECK(read_line("    #0 a::b(int) <null> (suite+0xd3)") == "#0 at suite file d3 a::b(int)");
  CHECK(kept_of("    #0 main <null> (suite+0xd3) (BuildId: 159d)") ==
        "    #0 | (suite+0xd3) (BuildId: 159d)");
}

TEST_CASE("what somebody has symbolized already is left alone") {
  CHECK(read_line("    #0 0x57 in main /src/main.c:12:3") != "#0 at");
  CHECK(read_line("    #0 0x57 in main /src/main.c:12") == "nothing");
  CHECK(read_line("    #0 0x57 in main ../main.c:12 (suite+0xd3)") == "context");
  CHECK(read_line("    #0 main main.c:12 (suite+0xd3)") == "context");
}

TEST_CASE("lines that only look so") {
  CHECK(read_line("SUMMARY: AddressSanitizer: SEGV (/p/suite+0xd3)") == "nothing");
  CHECK(read_line("    #0 0x57zz (/p/suite+0xd3)") == "nothing");
  CHECK(read_line("    #0 0x57 sometimes (/p/suite+0xd3)") == "nothing");
  CHECK(read_line("    #0 0x57 (/p/suite+0xd3") == "nothing");
}

TEST_CASE("numbers that are none, and no module") {
  CHECK(read_line("    #0 0x57  (/p/suite+0x12345678901234567)") ==
        "#0 at suite (the log's address has more than 64 bits)");
  CHECK(read_line("    #0 0x57  (<unknown module>)") ==
        "#0 at <unknown module> (code that is in no image file)");
}

TEST_CASE("threads are those of the headings") {
  constexpr std::string_view frame = "    #0 0x57  (/p/suite+0xd3)";
  CHECK(read_log({"READ of size 1 at 0x602000000011 thread T1", frame}) == "#0 at suite file d3 in T1");
  CHECK(read_log({"Thread T12 'pool' created by T0 here:", frame}) == "#0 at suite file d3 in T12");
  CHECK(read_log({"  Previous write of size 4 at 0x7b by main thread:", frame}) ==
        "#0 at suite file d3 in main");
  CHECK(read_log({"Thread T12 created by T0 here:", "==4==ERROR: LeakSanitizer: detected memory leaks",
                  frame}) == "#0 at suite file d3");
}

TEST_CASE("a report behind a tombstone has nothing of its processor") {
  CHECK(read_log({"ABI: 'arm64'", "==4==ERROR: AddressSanitizer: SEGV", "    #0 0x57  (/p/suite+0xd3)"}) ==
        "#0 at suite file d3");
}

TEST_CASE("ThreadSanitizer: the file without a line") {
  CHECK(read_line("    #2 main::$_0::operator()() a.cpp (kiosk+0xebc48)") ==
        "#2 calls at kiosk file ebc48 main::$_0::operator()()");
  CHECK(kept_of("    #2 f(int) a.cpp (kiosk+0xebc48)") == "    #2 | (kiosk+0xebc48)");
  CHECK(read_line("    #0 <null> <null> (kiosk+0xebc48)") == "#0 at kiosk file ebc48");
}
