// Registers of an .ips: what they are called, and the lines in which they are told.
#include "logs/crashlog/ips_registers.h"

#include "doctest/doctest.h"

#include "describe.h"

using namespace symkit;

TEST_CASE("lines of registers are known by their names, and by the tab") {
  const std::string_view image =
      "       0x102230000 -        0x102237fff Kitchen arm64 <82d13d98219e3040b62a07a297007a7c> /x/Kitchen";
  CHECK(test::read_log({image, "lr  Kitchen      \t0x00000001022303f4 0x102230000 + 1012"})
            .starts_with("returns to Kitchen runtime 1022303f4 load 102230000 "));
  CHECK(test::read_log({image, "x28 Kitchen      \t0x00000001022303f4 0x102230000 + 1012"})
            .starts_with("at Kitchen runtime 1022303f4 load 102230000 "));
  CHECK(test::read_line("lr  Kitchen       0x00000001022303f4 0x102230000 + 1012") == "nothing");
  CHECK(test::read_line("xy  Kitchen      \t0x00000001022303f4 0x102230000 + 1012") == "nothing");
}

TEST_CASE("registers that have a number for a value") {
  const auto document = json::Document::parse(
      R"({"pc":{"value":18446744073709551615},"lr":{"value":"7"},"x":[{"value":1},{},{"value":-1},{"value":3}],"sp":9})");
  REQUIRE(document);
  std::string told;
  for (const auto& one : crashlog::registers_of(document->root())) told += one.name + " ";
  CHECK(told == "x0 x3 pc ");
  CHECK(crashlog::registers_of({}).empty());
  CHECK(crashlog::name_of_thread_state(document->root()).empty());
}
