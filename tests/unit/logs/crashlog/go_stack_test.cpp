#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Go: a function, and its place in the line behind") {
  constexpr std::string_view goroutine = "goroutine 18 [running]:";
  constexpr std::string_view function = "github.com/a/shop.(*Till).Open(0x12, 0x3)";
  CHECK(read_names({goroutine, function}) == "named shop.(*Till).Open in github.com/a/shop");
  CHECK(read_names({goroutine, function, "\t/src/till.go:12 +0x1b"}) == "named at /src/till.go:12");
  CHECK(read_names({goroutine, "panic({0x1, 0x2})"}) == "named panic in panic");
  CHECK(read_names({goroutine, "main.main()"}) == "named main.main in main");
  CHECK(read_names({goroutine, "shop.Open"}) == "named shop.Open in shop");
  CHECK(read_names({goroutine, "done."}) == "nothing");
  CHECK(read_names({goroutine, "a,b.c"}) == "nothing");
}

TEST_CASE("Go: without a goroutine, and long behind it, a call is a sentence") {
  constexpr std::string_view function = "github.com/a/shop.(*Till).Open(0x12, 0x3)";
  CHECK(read_names({function}) == "nothing");
  CHECK(read_names({"goroutine 18 [running]:", "one more", "two more", "three more", "four more",
                    function}) != "named shop.(*Till).Open in github.com/a/shop");
}
