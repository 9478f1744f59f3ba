// The grammar's corners of libstdc++'s std::stacktrace.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("std::stacktrace's frames have stepped back") {
  CHECK(read_line("   1#  [0x55d0c1a2ba2b]") == "#1 calls at - runtime 55d0c1a2ba2b");
  CHECK(read_line("   1# [0x55d0c1a2ba2b]") == "#1 calls at - runtime 55d0c1a2ba2b");
  CHECK(read_line("  12# ledger::Book::total() [0x55d0c1a2ba2b]") ==
        "#12 calls at - runtime 55d0c1a2ba2b ledger::Book::total()");
  CHECK(kept_of("   1#  [0x55d0c1a2ba2b]") == "   1#  [0x55d0c1a2ba2b]|");
  CHECK(read_log({"55d0c1a2b000-55d0c1a2c000 r-xp 00000000 fe:00 12   /opt/kiosk",
                  "   1#  [0x55d0c1a2ba2b]"}) == "#1 calls at kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
}

TEST_CASE("frames with a line, and what only looks like one") {
  CHECK(read_line("   0# main at main.cpp:12 [0x55d0c1a2ba2b]") == "context");
  for (const std::string_view line : {"   0# main at main.cpp:12", "   1#", "   1# [0x]", "   1# [0x12] more",
                                      "x  1#  [0x55d0c1a2ba2b]", "   1#[0x55d0c1a2ba2b]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
