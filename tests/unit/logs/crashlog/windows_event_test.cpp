// The corners of Windows' events of crashes.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Windows' events: the module, then the offset in it") {
  constexpr std::string_view module =
      "Faulting module name: ledger.dll, version: 1.0.0.0, time stamp: 0x5c57bd17";
  constexpr std::string_view offset = "Fault offset: 0x0000000000001fce";
  CHECK(read_log({module, "Exception code: 0xc0000005", offset}) == "at ledger.dll offset 1fce");
  CHECK(read_log({"Fault Module Name: ledger.dll", "Exception Offset: 0000000000001fce"}) ==
        "at ledger.dll offset 1fce");
  CHECK(read_log({"P4: ledger.dll", "P7: c0000005", "P8: 0000000000001fce"}) == "at ledger.dll offset 1fce");
  CHECK(read_log({module, "Faulting application name: other.exe, version: 1", offset}) == "nothing");
}

TEST_CASE("what is no place in a module") {
  CHECK(read_line("Fault offset: 0x0000000000001fce") == "nothing");
  CHECK(read_log({"P4: 10.0.19041", "P8: 3"}) == "nothing");
  CHECK(read_log({"P4: StackHash_0a9e", "P8: 00001fce"}) == "nothing");
  CHECK(read_log({"Faulting module name: ledger.dll, version: 1", "Fault offset: unknown"}) == "nothing");
}

TEST_CASE("what its lines say of the crash: windows event") {
  CHECK(cause_of("Exception code: 0xc0000005") == "SIGSEGV");
  CHECK(cause_of("Exception Code: c0000374") == "heap corruption");
  CHECK(cause_of("Exception code: 0x12") == "nothing");
}
