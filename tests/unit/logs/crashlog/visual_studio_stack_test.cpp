// The corners of Visual Studio's call stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("Visual Studio") {
  CHECK(read_line(" \tuser32.dll!_DispatchMessageW@4()  + 0xf bytes\t") ==
        "at user32.dll _DispatchMessageW@4+f");
  CHECK(
      read_line(">\tledger.dll!ledger::Book::total(int count)  + 0x28 \xd0\xb1\xd0\xb0\xd0\xb9\xd1\x82\t") ==
      "at ledger.dll ledger::Book::total(int count)+28");
  CHECK(read_line(" \tledger.dll!00007ff61234abcd()\t") == "at ledger.dll runtime 7ff61234abcd");
  CHECK(kept_of(" \tledger.dll!00007ff61234abcd()") == " \tledger.dll!00007ff61234abcd()|");
}

TEST_CASE("what has its place, or only looks like Visual Studio's") {
  for (const std::string_view line :
       {" \tledger.dll!ledger::Book::total(int count)  Line 284\tC++", " \tledger.dll!total()",
        "a.dll!f()  + 0x1 bytes", " \tsee ledger.dll!f()  + 0x1 bytes",
        " \tledger.dll!f()  + 0x1 bytes and more", " \tledger.dll!12()"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
