// The corners of GNU Fortran's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("GNU Fortran") {
  CHECK(read_line("#0  0x153e8e837d21 in ???") == "#0 at - runtime 153e8e837d21");
  CHECK(kept_of("#0  0x153e8e837d21 in ???") == "#0  0x153e8e837d21|");
  CHECK(read_log({"Backtrace for this error:", "#2  0x10dccbafd"}) == "#2 calls at - runtime 10dccbafd");
  CHECK(read_log({"401000-402000 r-xp 00001000 fe:00 12   /opt/ledger", "#3  0x401153 in ???"}) ==
        "#3 calls at ledger byte 1153 runtime 401153");
}

TEST_CASE("GNU Fortran: mappings are of one process") {
  CHECK(read_log({"401000-402000 r-xp 00001000 fe:00 12   /opt/ledger",
                  "Backtrace for this error:", "#3  0x401153 in ???"}) == "#3 calls at - runtime 401153");
}

TEST_CASE("what only looks like GNU Fortran's, or is another's") {
  for (const std::string_view line :
       {"#0  0x153e8e837d21", "#2  0x401136 in total", "#0  153e8e837d21 in ???", "#0  0x in ???"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: fortran backtrace") {
  CHECK(cause_of("Program received signal SIGSEGV: Segmentation fault - invalid memory reference.") ==
        "SIGSEGV");
  CHECK(cause_of("Fortran runtime error: End of file") == "Fortran runtime error: End of file");
  CHECK(cause_of("Backtrace for this error:") == "stack of the crash");
}
