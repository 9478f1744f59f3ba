#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Windows' debuggers: names without offsets") {
  CHECK(read_names({"fffff880`009f6578 fffff800`02bc76d2 : 00000000`00000008 fffffa80`3333cb60 : "
                    "nt!DbgBreakPointWithStatus"}) == "named DbgBreakPointWithStatus in nt");
  CHECK(read_names({"0915b084 6eefc617 00000000 ledger!total [d:\\src\\ledger.cpp @ 12]"}) ==
        "named total at d:\\src\\ledger.cpp:12 in ledger");
  CHECK(read_names({"Kiosk_Core!FTill::Open() [D:\\build\\Till.cpp:12]"}) ==
        "named FTill::Open() at D:\\build\\Till.cpp:12 in Kiosk_Core");
  CHECK(read_names({"Kiosk_Core!FTill::Open() []"}) == "nothing");
  CHECK(read_names({"Watch out! f() [a.cpp:12]"}) == "nothing");
  CHECK(read_names({"0915b084 6eefc617 nothing here"}) == "nothing");
  CHECK(read_names({"0915b084 hello!world"}) == "nothing");
}
