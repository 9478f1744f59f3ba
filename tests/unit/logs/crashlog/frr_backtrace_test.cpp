// The corners of FRRouting's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("FRRouting") {
  constexpr std::string_view frame =
      "func1+0x14                         55e6f97121dd     7ffe50e579e0 /usr/lib/frr/bgpd (mapped at "
      "0x55e6f9711000)";
  CHECK(read_log({frame, frame}) == "returns to bgpd runtime 55e6f97121dd load 55e6f9711000 func1+14");
  CHECK(read_log({frame, "    ---- signal ----"}) == "context");
  CHECK(read_log({frame, "    ---- signal ----", frame}) ==
        "at bgpd runtime 55e6f97121dd load 55e6f9711000 func1+14");
  CHECK(kept_of(frame) == std::string(frame) + "|");
  CHECK(read_log({frame,
                  "                                   55e6f97121dd     7ffe50e579e0 /usr/lib/frr/bgpd "
                  "(mapped at 0x55e6f9711000)"}) == "returns to bgpd runtime 55e6f97121dd load 55e6f9711000");
}

TEST_CASE("what only looks like FRRouting's") {
  for (const std::string_view line :
       {"func1+0x14 55e6f97121dd /usr/lib/frr/bgpd (mapped at 0x55e6f9711000)",
        "func1+0x14 55e6f97121dd 7ffe50e579e0 /usr/lib/frr/bgpd (mapped at 0x55e6f9711000) x",
        "the file was found (mapped at 0x55e6f9711000)"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
