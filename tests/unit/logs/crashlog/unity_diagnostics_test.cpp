// The corners of the stacks of Unity's Cloud Diagnostics.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("Unity's Cloud Diagnostics") {
  constexpr std::string_view frame =
      "1   libc.so                            0x000000755976eed8 <symbols missing for uuid: "
      "19a967ca55d2069a016095c80d587dd3> ";
  CHECK(read_line(frame) == "#1 returns to libc.so runtime 755976eed8 <19a967ca55d2069a016095c80d587dd3>");
  CHECK(kept_of(frame) == "1   libc.so                            0x000000755976eed8|");
  CHECK(read_line("0   my kiosk                           0x0000000076ea9e3a <system symbols missing>") ==
        "#0 at my kiosk runtime 76ea9e3a");
}

TEST_CASE("what has its name, or only looks like these") {
  for (const std::string_view line : {"2   0x00000072202e21a0 <system symbols missing>",
                                      "x   libc.so   0x000000755976eed8 <system symbols missing>",
                                      "2   libc.so  0x75 <system symbols missing>"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
