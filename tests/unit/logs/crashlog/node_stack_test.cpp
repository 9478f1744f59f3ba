// The grammar's corners of Node's native stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Node's frames") {
  CHECK(read_line(" 1: 0xd3a3c0 node::Abort() [node]") == "#1 returns to node runtime d3a3c0 node::Abort()");
  CHECK(read_line(" 1: 0xd3a3c0  [node]") == "#1 returns to node runtime d3a3c0");
  CHECK(read_line("12: 0x7f3a2c4011d5  [/opt/my kiosk/kiosk.node]") ==
        "#12 returns to kiosk.node runtime 7f3a2c4011d5");
  CHECK(kept_of(" 1: 0xd3a3c0  [node]") == " 1: 0xd3a3c0|");
  CHECK(read_line(" 3: 0x12345678901234567 [node]") ==
        "#3 returns to node (the log's address has more than 64 bits)");
  CHECK(read_line(" 3: 0xd3a3c0 f() [/opt/f.cc] [L:12]") == "context");
}

TEST_CASE("Mappings are of one process") {
  constexpr std::string_view map = "7f3a2c400000-7f3a2c402000 r-xp 00000000 fe:00 12   /opt/kiosk.node";
  constexpr std::string_view frame = " 2: 0x7f3a2c4011d5  [/opt/kiosk.node]";
  CHECK(read_log({map, frame}) == "#2 returns to kiosk.node runtime 7f3a2c4011d5 load 7f3a2c400000");
  CHECK(read_log({map, "----- Native stack trace -----", frame}) ==
        "#2 returns to kiosk.node runtime 7f3a2c4011d5");
  CHECK(read_log({map, " 2: 0x7f3a2c4011d5  [/opt/other.node]"}) ==
        "#2 returns to other.node runtime 7f3a2c4011d5");
}

TEST_CASE("lines that only look like these") {
  for (const std::string_view line : {" 1: 0xd3a3c0 [node] twice", " 1: 0xd3a3c0", " 1: 0xd3a3c0 []",
                                      " 1: 0xd3a3c0 a[1]", "1234: 0xd3a3c0 [x]", "x 1: 0xd3a3c0 [node]",
                                      " 1: d3a3c0 [node]", " 1: 0x [node]", "1: [eval]:1:9"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("Node.js on Windows") {
  CHECK(read_line(" 1: 00007FF61B9B79CF node::OnFatalError+301") ==
        "#1 returns to - runtime 7ff61b9b79cf node::OnFatalError");
  CHECK(kept_of("10: 00007FF6D98575DF v8::Heap<1>::f+31") == "10: 00007FF6D98575DF|");
  for (const std::string_view line : {" 1: 00007FF61B9B79CF node::OnFatalError", " 1: 00007FF6 f+301",
                                      " 1: 00007FF61B9B79CF +301", " 1: 00007FF61B9B79CF f+301 x"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
