#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Julia's frames with names, next to another frame") {
  constexpr std::string_view before = "unknown function (ip: 0x7fc16ecb0d30)";
  CHECK(read_names({before, "ledger_total at /opt/kiosk/src/ledger.jl:205"}) ==
        "named ledger_total at /opt/kiosk/src/ledger.jl:205");
  CHECK(read_names({before, "#total#6 at ./ledger.jl:569 [inlined]"}) ==
        "named #total#6 at ./ledger.jl:569 [inlined]");
  CHECK(read_names({before, "_ZN5kiosk5totalEv at /opt/kiosk/libkiosk.so (unknown line)"}) ==
        "named _ZN5kiosk5totalEv in libkiosk.so");
  for (const std::string_view line :
       {"an error at /src/a.c:12", "error at a.c:12", "f at /src/a.c", "f at /src/a.c:12 now"}) {
    CAPTURE(line);
    CHECK(read_names({before, line}) == "nothing");
  }
  CHECK(read_names({"ledger_total at /opt/kiosk/src/ledger.jl:205"}) == "nothing");
}
