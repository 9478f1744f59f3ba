#include "logs/crashlog/program_message.h"

#include "doctest/doctest.h"

#include "describe.h"

using symkit::crashlog::checked_in;
using symkit::test::cause_of, symkit::test::read_line;

TEST_CASE("failed assertions, by the expression") {
  CHECK(cause_of("kiosk: a.c:12: main: Assertion `n > 0' failed.") == "assertion failed: n > 0");
  CHECK(cause_of("Assertion failed: (n > 0), function main, file a.c, line 12.") ==
        "assertion failed: n > 0");
  CHECK(cause_of("Assertion failed: n > 0, file a.c, line 12") == "assertion failed: n > 0");
  CHECK(cause_of("ASSERT: \"n > 0\" in file a.cpp, line 12") == "assertion failed: n > 0");
  CHECK(cause_of("ERROR:a.c:12:main: assertion failed: (n > 0)") == "assertion failed: (n > 0)");
  CHECK(cause_of("Assertion failed in file ../../src/till.c at line 12: till->is_open") ==
        "assertion failed: till->is_open");
  CHECK(cause_of("a.cpp:12 CHECK_EQ(n,1u) failed: 2 vs. 1") == "check failed: CHECK_EQ(n,1u)");
  CHECK(cause_of("TRAP: failed Assert(\"n > 0\"), File: \"a.c\", Line: 12, PID: 7") ==
        "assertion failed: n > 0");
  CHECK(cause_of("TRAP: FailedAssertion(\"n > 0\", File: \"a.c\", Line: 12)") == "assertion failed: n > 0");
  CHECK(cause_of("a.cc: 12: FAILED ceph_assert(n > 0)").starts_with("assertion failed: n > 0"));
  CHECK(cause_of("a.cc: In function 'void f()' thread 7f11 time 2026-11-28T10:00:00.000000+0000") ==
        "assertion failed");
  CHECK(cause_of("a.cc: In function 'void f()':") == "nothing");
  CHECK(cause_of("ASSERTION FAILED: n > 0") == "assertion failed: n > 0");
  CHECK(cause_of("SHOULD NEVER BE REACHED") == "unreachable");
  CHECK(cause_of("the assertion failed to convince") == "nothing");
}

TEST_CASE("what libraries say before they end the program") {
  CHECK(cause_of("terminate called after throwing an instance of 'shop::Closed'") == "uncaught shop::Closed");
  CHECK(cause_of("libc++abi: terminating due to uncaught exception of type shop::Closed: till 7") ==
        "uncaught shop::Closed");
  CHECK(cause_of("*** Error in `kiosk': double free or corruption (fasttop): 0x01 ***") == "heap corruption");
  CHECK(cause_of("kiosk: error while loading shared libraries: libx.so: cannot open shared object file: No "
                 "such file or directory") == "missing library: libx.so");
  CHECK(read_line("pure virtual method called") == "nothing");
}

TEST_CASE("the expression of a check") {
  CHECK(checked_in("len > 0 (-1 vs. 0)") == "len > 0");
  CHECK(checked_in("x; y") == "x");
  CHECK(checked_in("!terminated_.") == "!terminated_");
}

TEST_CASE("Slurm's daemons") {
  CHECK(cause_of("slurmctld: fatal: the till is closed") == "fatal error: the till is closed");
  CHECK(cause_of("fatal: not a git repository") == "nothing");
}
