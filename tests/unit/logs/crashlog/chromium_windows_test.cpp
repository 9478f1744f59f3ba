// The grammar's corners of Chromium's stacks on Windows.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Chromium on Windows") {
  CHECK(read_line("\tGetHandleVerifier [0x00007FF6A73F12D2+311426]") == "returns to - runtime 7ff6a73f12d2");
  CHECK(read_line("\t(No symbol) [0x00D43DC4]") == "returns to - runtime d43dc4");
  CHECK(read_line("        (No symbol) [0x0x7ff69f8f0000]") == "returns to - runtime 7ff69f8f0000");
  CHECK(read_line("\tbase::`anonymous namespace'::run [0x00007FF6A73F12D2+12]") ==
        "returns to - runtime 7ff6a73f12d2");
  CHECK(kept_of("\tGetHandleVerifier [0x00007FF6A73F12D2+311426]") == "\t| [0x00007FF6A73F12D2+311426]");
  CHECK(kept_of("\t(No symbol) [0x0x7ff69f8f0000]") == "\t| [0x0x7ff69f8f0000]");
  CHECK(read_line("\tbase::run [0x00007FF6A73F12D2+12] (C:\\src\\base\\run.cc:12)") ==
        "named base::run at C:\\src\\base\\run.cc:12");
}

TEST_CASE("the first behind an exception is an instruction") {
  const std::string_view fatal = "Received fatal exception EXCEPTION_ACCESS_VIOLATION";
  CHECK(read_log({fatal, "Backtrace:", "\trun [0x00007FF6A73F12D2+12]"}) == "at - runtime 7ff6a73f12d2");
  CHECK(read_log({fatal, "Backtrace:", "\trun [0x00007FF6A73F12D2+12]", "\trun [0x00007FF6A73F12D2+12]"}) ==
        "returns to - runtime 7ff6a73f12d2");
}

TEST_CASE("lines that only look like these") {
  for (const std::string_view line :
       {"GetHandleVerifier [0x00DAC1C3+27395]", "\tGetHandleVerifier [0x00DAC1C3]",
        "\t(No symbol) [0x00DAC1C3+12]", "\tGetHandleVerifier [0x00DAC1C3+]",
        "\tGetHandleVerifier [0x00DAC1C3+0x12]", "\t [0x00DAC1C3+12]", "\tGetHandleVerifier [0xDAC+12]",
        "\trun [0x00DAC1C3+12] more", "    [1:1:0101/000000.000:ERROR:base.cc(1)] see [0x00DAC1C3+12]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("chromedriver's newer form, with the module") {
  CHECK(read_line("\tchromedriver!(No symbol) [0x9c2120]") == "returns to chromedriver runtime 9c2120");
  CHECK(read_line("\tntdll!RtlInitializeExceptionChain [0x773ad5db+6b]") ==
        "returns to ntdll runtime 773ad5db");
  CHECK(kept_of("\tchromedriver!GetHandleVerifier [0xbdcdf3+10b03]") == "\tchromedriver!| [0xbdcdf3+10b03]");
  for (const std::string_view line :
       {"\t(No symbol) [0x9c2120]", "\tsee a!b [0x9c2120+x]", "chromedriver!f [0x9c2120+1]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
