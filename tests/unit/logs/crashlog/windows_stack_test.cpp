// The grammar's corners of stacks that Windows' tools print.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("WinDbg") {
  CHECK(read_line("03 00000012`3456f8a0 00007ff6`1234abcd ledger!ledger::Book::total+0x4c") ==
        "at ledger ledger::Book::total+4c");
  CHECK(read_log({" # Child-SP          RetAddr               Call Site",
                  "00 00000012`3456f8a0 00007ff6`1234abcd     ledger!f+0x4c",
                  "01 00000012`3456f8d0 00007ff6`1234abcd     ledger!g<int, int>+0x47"}) ==
        "returns to ledger g<int, int>+47");
  CHECK(read_line("0000003f`12345678 00007ff6`1234abcd ledger+0x1167") == "at ledger offset 1167");
  CHECK(read_line("01 00000012`3456f8d0 00007ff6`1234abcd ledger!g+0x47 [C:\\src\\a.cpp @ 63]") ==
        "named g at C:\\src\\a.cpp:63 in ledger");
}

TEST_CASE("Process Monitor and programs' own") {
  CHECK(read_line("ledger.dll!ledger_close+0x10") == "at ledger.dll ledger_close+10");
  CHECK(read_line("LEDGER.DLL + 0x1167") == "at LEDGER.DLL offset 1167");
  CHECK(read_line("  at ledger.exe+0x1167") == "at ledger.exe offset 1167");
  CHECK(read_line("#3 0x00007ff61234abcd ledger.exe!+0x1167") == "at ledger.exe offset 1167");
  CHECK(read_line("2024-01-31 12:34:56 crashed in my-app.sys+0x12") == "at my-app.sys offset 12");
  CHECK(kept_of("ledger.dll!f+0x10") == "ledger.dll!f+0x10|");
  CHECK(read_line("0> ledger!ledger_close+0x47") == "returns to ledger ledger_close+47");
  CHECK(read_line("ledger.dll+0x12345678901234567") ==
        "at ledger.dll (the log's address has more than 64 bits)");
}

TEST_CASE("lines that end as these do") {
  for (const std::string_view line :
       {"do_exit+0x56", "ledger+0x1167", "see a!b+0x12", "ledger.dll+0x", "ledger.dll+0x12 bytes",
        "ledger.dll!f + 0x12", "x=ledger.dll+0x12", "!f+0x12", "+0x12", "a.dll b+0x12"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("WinDbg's address of the exception") {
  CHECK(read_line("ExceptionAddress: 00007ffac0ac5a12 (ledger!wil::f+0x0000000000000002)") ==
        "at ledger wil::f+2");
  CHECK(kept_of("ExceptionAddress: 00007ffac0ac5a12 (ledger!f+0x2)") ==
        "ExceptionAddress: 00007ffac0ac5a12 (ledger!f+0x2|)");
  CHECK(read_line("ExceptionAddress: 00007ffac0ac5a12") == "nothing");
}
