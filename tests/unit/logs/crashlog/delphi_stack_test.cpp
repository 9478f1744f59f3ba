// The corners of the stacks of Delphi and Free Pascal.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_names;

TEST_CASE("the JEDI library") {
  CHECK(read_line("(0000490A) [0040590A]") == "returns to - runtime 40590a");
  CHECK(kept_of("(0000490A) [0040590A]") == "(0000490A) [0040590A]|");
  CHECK(read_line("(0000490A){Ledger.exe  } [0040590A] Ledger.TBook.Total + $5A") ==
        "returns to Ledger.exe runtime 40590a Ledger.TBook.Total");
}

TEST_CASE("madExcept") {
  CHECK(read_line("00e08562 Ledger.exe System               263   +0 TObject.Free") ==
        "returns to Ledger.exe runtime e08562 TObject.Free");
  CHECK(read_line("77357657 ntdll.dll                                 RtlUnwind") ==
        "returns to ntdll.dll runtime 77357657 RtlUnwind");
}

TEST_CASE("Free Pascal") {
  CHECK(read_line("  $000000010000A2C2") == "returns to - runtime 10000a2c2");
  CHECK(read_names({"  $00000001003A5FCF line 337 of ../ledger.pas"}) == "named at ../ledger.pas:337");
  CHECK(read_names({"  $00000001003A5FCF  TBOOK__TOTAL,  line 12 of ledger.pas"}) ==
        "named TBOOK__TOTAL at ledger.pas:12");
}

TEST_CASE("what only looks like these") {
  for (const std::string_view line :
       {"(0000490A) 0040590A", "(490A) [0040590A]", "(0000490A) [40590A]", "(0000490A) [0040590A] and more",
        "$0000000", "costs $00001234 today", "00e08562 ledger.txt  and more", "00e08562 Ledger.exe",
        "0040590A Ledger.exe x+y z"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: delphi stack") {
  CHECK(cause_of("exception class    : EAccessViolation") == "EAccessViolation");
  CHECK(cause_of("Exception Class   : EAccessViolation") == "EAccessViolation");
  CHECK(cause_of("Fehlertyp: EAccessViolation") == "EAccessViolation");
  CHECK(cause_of("Type: EMail") == "nothing");
}
