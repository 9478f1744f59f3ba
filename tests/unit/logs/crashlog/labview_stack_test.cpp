// The corners of LabVIEW's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("LabVIEW") {
  CHECK(read_line("0x3067B5A3 - lvrt <unknown> + 0") == "returns to lvrt runtime 3067b5a3");
  CHECK(read_line("0x00007FFB1A2B3C4D - my till <unknown> + 0") == "returns to my till runtime 7ffb1a2b3c4d");
  CHECK(read_line("0x00000000 -  <unknown> + 0") == "context");
  CHECK(kept_of("0x3067B5A3 - lvrt <unknown> + 0") == "0x3067B5A3 - lvrt|");
  for (const std::string_view line : {"3067B5A3 - lvrt <unknown> + 0", "0x3067B5A3 lvrt <unknown> + 0",
                                      "0x3067B5A3 - lvrt <unknown> + 012"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: labview stack") {
  CHECK(cause_of("source\\panel\\load.cpp(1326) : DAbort 0x2EDC996F: the till is closed") ==
        "LabVIEW abort: the till is closed in source\\panel\\load.cpp:1326");
  CHECK(cause_of("source\\panel\\load.cpp(1326) : DWarn 0x2EDC996F: the till is closed") == "nothing");
  CHECK(cause_of("load.cpp : DAbort 0x2EDC996F: x") == "nothing");
}
