#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("HotSpot's frames of Java stand between others") {
  constexpr std::string_view native = "C  [libkiosk.so+0x1139]  take+0x9";
  CHECK(read_names({native, "j  com.example.Native.parse(J)I+0"}) == "named com.example.Native.parse");
  CHECK(read_names({native, "J 12 c2 com.example.Till.open(I)I (30 bytes) @ 0x00007f3a2c401898"}) ==
        "named com.example.Till.open");
  CHECK(read_names({"j  com.example.Native.parse(J)I+0"}) == "nothing");
  CHECK(read_names({native, "j"}) == "nothing");
  CHECK(read_names({native, "J Smith (editor)"}) == "nothing");
}
