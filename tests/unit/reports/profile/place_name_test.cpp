// Which names are no more than places.
#include "reports/profile/place_name.h"

#include "doctest/doctest.h"

#include "reports/profile/profile.h"

using symkit::profile::is_place_name;
using symkit::profile::read_place_name;

TEST_CASE("Names that say no more than where code is") {
  for (const auto name : {"0x1606", "0x7f3a2c4019db", "libkiosk.so+0x1606", "/srv/app/kiosk+0x1606",
                          "libc.so.6+0x2724a", "kiosk+0x1606", "[unknown]", "<unknown>", "??"}) {
    CAPTURE(name);
    CHECK(is_place_name(name, "/srv/app/kiosk"));
  }
}

TEST_CASE("Names of functions, whatever stands in them") {
  for (const auto name :
       {"main", "do_exit+0x56", "f.part.0+0x1b", "kiosk", "operator+", "0x", "0xfeedback", "x0x12",
        "std::f(lib.so)+0x12", "kiosk+0x", "kiosk+0x16g", "kiosk+1606", "other+0x1606", "+0x1606"}) {
    CAPTURE(name);
    CHECK_FALSE(is_place_name(name, "/srv/app/kiosk"));
  }
  CHECK_FALSE(is_place_name("kiosk+0x1606", ""));
  CHECK_FALSE(is_place_name("main+0x1606", "/srv/app/kiosk"));
}

TEST_CASE("The image and the offset in it") {
  const auto place = read_place_name("/srv/lib/libkiosk.so.2+0x1606");
  REQUIRE(place);
  CHECK(place->image == "/srv/lib/libkiosk.so.2");
  CHECK(place->offset == 0x1606);
  CHECK_FALSE(read_place_name("kiosk+0x1606"));
  CHECK_FALSE(read_place_name("libkiosk.so+0x12345678901234567"));
}

TEST_CASE("A location is named where one of its lines has a function's name") {
  symkit::profile::Profile it;
  it.texts.add("");
  it.mappings.push_back({.file = it.texts.add("/srv/app/kiosk")});
  it.functions = {{.name = it.texts.add("kiosk+0x1606")}, {.name = it.texts.add("main")}};
  it.lines = {{.function = 0}, {.function = 1}};
  CHECK_FALSE(it.has_names({.mapping = 0, .first_line = 0, .line_count = 1}));
  CHECK(it.has_names({.mapping = 0, .first_line = 0, .line_count = 2}));
  CHECK(it.has_names({.first_line = 0, .line_count = 1}));  // of what is not known to be a file
}
