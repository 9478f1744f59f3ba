// The corners of Mono's native stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Mono") {
  constexpr std::string_view frame = "\t0x7f44765151f2 - /opt/kiosk/libmonobdwgc-2.0.so : ";
  CHECK(read_line(frame) == "returns to libmonobdwgc-2.0.so runtime 7f44765151f2");
  CHECK(read_line("\t0x7f44765151f2 - ./linux64/steamclient.so : kiosk_serve") ==
        "returns to steamclient.so runtime 7f44765151f2 kiosk_serve");
  CHECK(read_log({"7f4476500000-7f4476600000 r-xp 00000000 fe:00 12   /opt/kiosk/libmonobdwgc-2.0.so",
                  frame}) == "returns to libmonobdwgc-2.0.so runtime 7f44765151f2 load 7f4476500000");
  CHECK(kept_of(frame) == "\t0x7f44765151f2 - /opt/kiosk/libmonobdwgc-2.0.so :|");
  for (const std::string_view line : {"\t0x5564a1d021d5 - Unknown", "0x5564a1d021d5 - mono : f",
                                      "0x12 - /usr", "x 0x12 - /usr/lib/x.so : f"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
