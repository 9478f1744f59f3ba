// The grammar's corners of Swift's stacks on Linux.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view heading = "Current stack trace:";
constexpr std::string_view first =
    "0    libswiftCore.so                    0x00007f8b1c2d3e40 swift_reportError + 50";

}  // namespace

TEST_CASE("Swift's frames: names and offsets, or offsets alone") {
  CHECK(read_line(first) == "#0 returns to libswiftCore.so swift_reportError+32");
  CHECK(
      read_log({first, "1    kiosk                              0x000055d0c1a2ba2b <unavailable> + 6699"}) ==
      "#1 returns to kiosk offset 1a2b");
  CHECK(read_log({heading, "0    kiosk                              0x000055d0c1a2ba2b main + 12"}) ==
        "#0 returns to kiosk main+c");
  CHECK(read_log({first,
                  "12   libkiosk.so                        0x000055d0c1a2ba2b $s5kioskAAV + serve() + 12"}) ==
        "#12 returns to libkiosk.so $s5kioskAAV + serve()+c");
  CHECK(kept_of(first) == "0    libswiftCore.so                    0x00007f8b1c2d3e40|");
}

TEST_CASE("Apple's own stacks are not Swift's") {
  const std::string_view apples = "0   Kitchen                       0x000000010a1b2c3d main + 36";
  CHECK(read_line(apples) == "#0 at Kitchen runtime 10a1b2c3d main+24");
  CHECK(read_log({heading, first, apples}) == "#0 at Kitchen runtime 10a1b2c3d main+24");
  CHECK(read_log({first, "1    kiosk   0x55d0c1a2ba2b"}) == "nothing");
}
