#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE(".NET, Mono and Unity") {
  CHECK(read_names({"   at Shop.Till.Open(Int32 id) in /src/Till.cs:line 12"}) ==
        "named Shop.Till.Open(Int32 id) at /src/Till.cs:12");
  CHECK(read_names({"  at Shop.Till.Open (System.Int32 id) [0x00001] in /src/Till.cs:12 "}) ==
        "named Shop.Till.Open (System.Int32 id) at /src/Till.cs:12");
  CHECK(read_names({"  at Shop.Till.Open (System.Int32 id) [0x00001] in <0123abcd>:0 "}) ==
        "named Shop.Till.Open (System.Int32 id)");
}

TEST_CASE(".NET: what is told apart by what stands before it") {
  constexpr std::string_view placed = "   at Shop.Till.Open(Int32 id) in /src/Till.cs:line 12";
  CHECK(read_names({placed, "   at Shop.Till.Close()"}) == "named Shop.Till.Close()");
  CHECK(read_names({"   at Shop.Till.Close()"}) == "named Shop.Till.Close");  // as Java's
  CHECK(read_names({placed, "Shop.Till.Open () (at Till.cs:12)"}) == "named Shop.Till.Open () at Till.cs:12");
  CHECK(read_names({"We met (at noon:12) (at Till.cs:12)"}) == "nothing");
  CHECK(read_names({placed, "   at com.example.Till.open(Till.java:12)"}) ==
        "named com.example.Till.open at Till.java:12");
  CHECK(read_names({placed, "   at com.example.Till.open(Native Method)"}) == "named com.example.Till.open");
}
