// The grammar's corners of the example's frames.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("a parcel's frame") {
  CHECK(read_line("parcel 1: 118bc in libmarket.so 3f13127e") ==
        "#1 calls at libmarket.so file 118bc <3f13127e>");
  CHECK(kept_of("parcel 0: 118bc in libmarket.so 3f13127e") == "parcel 0: 118bc|");
  CHECK(read_line("parcel 0: 12345678901234567 in libmarket.so 3f13127e") ==
        "#0 at libmarket.so <3f13127e> (the log's address has more than 64 bits)");
  CHECK(read_line("parcel 0: 118bc in libmarket.so") == "nothing");
  CHECK(read_line("parcel service: started") == "nothing");
}
