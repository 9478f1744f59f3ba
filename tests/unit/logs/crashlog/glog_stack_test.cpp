// The grammar's corners of the stacks of glog, Abseil and folly.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view map = "55d0c1a2b000-55d0c1a2c000 r-xp 00000000 fe:00 12   /opt/kiosk";

}  // namespace

TEST_CASE("glog, Abseil, folly") {
  CHECK(read_line("PC: @     0x55d0c1a2ba2b  (unknown)") == "at - runtime 55d0c1a2ba2b");
  CHECK(read_line("    @     0x55d0c1a2ba2b  (unknown)") == "returns to - runtime 55d0c1a2ba2b");
  CHECK(read_line("    @     0x55d0c1a2ba2b  ledger::Book::total()") ==
        "returns to - runtime 55d0c1a2ba2b ledger::Book::total()");
  CHECK(read_line("    @     0x55d0c1a2ba2b         48  (unknown)") == "returns to - runtime 55d0c1a2ba2b");
  CHECK(kept_of("    @     0x55d0c1a2ba2b         48  (unknown)") == "    @     0x55d0c1a2ba2b         48|");
  CHECK(read_line("PC: @     0x55d0c1a2ba2b  (unknown)  ledger::f()") ==
        "at - runtime 55d0c1a2ba2b ledger::f()");
  CHECK(read_line("PC: @     0x55d0c1a2ba2b  (unknown)  (unknown)") == "at - runtime 55d0c1a2ba2b");
  CHECK(kept_of("    @     0x55d0c1a2ba2b  (unknown)") == "    @     0x55d0c1a2ba2b|");
  CHECK(read_line("    @ 000055d0c1a2ba2b main") == "returns to - runtime 55d0c1a2ba2b main");
  CHECK(read_line("    @ 0x12345678901234567 (unknown)") ==
        "returns to - (the log's address has more than 64 bits)");
}

TEST_CASE("What the signal interrupted stands twice") {
  CHECK(read_log({"PC: @     0x55d0c1a2ba2b (unknown)", "    @     0x55d0c1a2ba2b (unknown)"}) ==
        "at - runtime 55d0c1a2ba2b");
  CHECK(read_log({"PC: @     0x55d0c1a2ba2b (unknown)", "    @     0x55d0c1a2ba2c (unknown)"}) ==
        "returns to - runtime 55d0c1a2ba2c");
  CHECK(read_log({"PC: @     0x55d0c1a2ba2b (unknown)",
                  "*** Aborted at 1650000000 (unix time) try \"date\" ***",
                  "    @     0x55d0c1a2ba2b (unknown)"}) == "returns to - runtime 55d0c1a2ba2b");
}

TEST_CASE("Mappings are of one process") {
  constexpr std::string_view frame = "    @     0x55d0c1a2ba2b (unknown)";
  CHECK(read_log({map, frame}) == "returns to kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
  for (const std::string_view heading :
       {"*** Aborted at 1650000000 (unix time) try \"date -d @1650000000\" ***",
        "*** Check failure stack trace: ***", "*** SIGSEGV received at time=1650000000 on cpu 3 ***"}) {
    CHECK(read_log({map, heading, frame}) == "returns to - runtime 55d0c1a2ba2b");
    CHECK(read_log({heading, map, frame}) == "returns to kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
  }
  CHECK(read_log({map, "*** SIGSEGV (@0x0) received by PID 4711 (TID 0x7f) from PID 0; stack trace: ***",
                  frame}) == "returns to kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
}

TEST_CASE("lines that only look like these") {
  for (const std::string_view line :
       {"mov r0, #4  @ 0x4", "  @ 0x", "  @ 55d0c1a2ba2b (unknown)", "  @0x55d0c1a2ba2b (unknown)",
        "  @ 0x12", "  @ 0x12x (unknown)", "see PC: @ 0x12 (unknown)", "*** SIGNALS ***", "*** Abort"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
