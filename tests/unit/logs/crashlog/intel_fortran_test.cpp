// The corners of the stacks of Intel's Fortran compilers.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;
using symkit::test::read_names;

TEST_CASE("Intel's Fortran") {
  constexpr std::string_view frame =
      "ledger             000000000092471A  Unknown               Unknown  Unknown";
  CHECK(read_line(frame) == "returns to ledger runtime 92471a");
  CHECK(kept_of(frame) == "ledger             000000000092471A|");
  CHECK(read_line("libc-2.17.so       00002B16B20D0495  __libc_start_main     Unknown  Unknown") ==
        "returns to libc-2.17.so runtime 2b16b20d0495 __libc_start_main");
  CHECK(read_names({"ledger             000000000041E93B  MAIN__                    373  master.f90"}) ==
        "named MAIN__ at master.f90:373");
}

TEST_CASE("tables that only look like Intel's") {
  for (const std::string_view line :
       {"Image              PC                Routine            Line        Source",
        "ledger             0000000000924     Unknown               Unknown  Unknown",
        "ledger 000000000092471A Unknown Unknown Unknown",
        "ledger             000000000092471A  total                 12",
        "ledger             000000000092471A  total                 12  a.f90 now",
        "disk0              0000000000000000  sectors               many    of them"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: intel fortran") {
  CHECK(cause_of("forrtl: severe (174): SIGSEGV, segmentation fault occurred") == "SIGSEGV");
  CHECK(cause_of("forrtl: severe (24): end-of-file during read, unit 5") ==
        "Fortran runtime error: end-of-file during read, unit 5");
}
