#include "reports/group/message.h"

#include <doctest/doctest.h>

using symkit::group::plain_message;

TEST_CASE("what is another in each run is taken out of a message") {
  CHECK(plain_message("index 17 of 3 is out of range") == "index N of N is out of range");
  CHECK(plain_message("cannot open \"/tmp/a1b2\" at 0x7ffe12ab") == "cannot open \"…\" at N");
  CHECK(plain_message("order 3f2a9c01b4d5 is -5.25 short") == "order N is N short");
  CHECK(plain_message("no file /var/tmp/u1/basket.json") == "no file basket.json");
  CHECK(plain_message("  two   blanks ") == "two blanks");
}

TEST_CASE("words stay, though they have digits or the letters of hexadecimal ones") {
  CHECK(plain_message("utf8 int32 facade deadbeefs") == "utf8 int32 facade deadbeefs");
  CHECK(plain_message("a / b == c") == "a / b == c");
}
