// The grammar's corners of backward-cpp's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log, symkit::test::read_names;

TEST_CASE("backward-cpp's frames have stepped back") {
  CHECK(read_line("#2    Object \"./kiosk\", at 0x55be54a8ed1d, in total") ==
        "#2 calls at kiosk runtime 55be54a8ed1d total");
  CHECK(read_line("#2    Object \"/opt/my kiosk/libk.so\", at 0x55be54a8ed1d, in ") ==
        "#2 calls at libk.so runtime 55be54a8ed1d");
  CHECK(read_line("#0    Object \"./kiosk\", at 0x55be54a8ed1d, in") == "#0 at kiosk runtime 55be54a8ed1d");
  CHECK(kept_of("#2    Object \"./kiosk\", at 0x55be54a8ed1d, in ") ==
        "#2    Object \"./kiosk\", at 0x55be54a8ed1d|");
  CHECK(read_line("#9    Object \"[0xffffffffffffffff]\", at 0xffffffffffffffff, in ") ==
        "#9 calls at [0xffffffffffffffff] runtime ffffffffffffffff (code that is in no image file)");
  CHECK(read_log({"55be54a8d000-55be54a90000 r-xp 00000000 fe:00 12   /opt/kiosk",
                  "#2    Object \"./kiosk\", at 0x55be54a8ed1d, in "}) ==
        "#2 calls at kiosk runtime 55be54a8ed1d load 55be54a8d000");
}

TEST_CASE("backward-cpp's frames with the source") {
  CHECK(read_names({"#1    Source \"/src/kiosk.c\", line 79, in price(int) [0x55be54a8ec02]"}) ==
        "named #1 price(int) at /src/kiosk.c:79");
}

TEST_CASE("lines that only look like these") {
  for (const std::string_view line :
       {"#2    Object \"\", at 0x55be54a8ed1d, in f", "#2    Object \"./kiosk\", at 0x, in f",
        "#2    Object \"./kiosk\", at 55be54a8ed1d, in f", "#2    Object \"./kiosk\", at 0x55be54a8ed1d",
        "   Object \"./kiosk\", at 0x55be54a8ed1d, in f", "#0    Source \"kiosk.cpp\", line 12, in price"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
