// The corners of Julia's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Julia") {
  CHECK(read_line("unknown function (ip: 0x7fc16ecb0d30)") == "at - runtime 7fc16ecb0d30");
  CHECK(read_line("unknown function (ip: 0x7fc16ecb0d30) at /opt/libkiosk.so") ==
        "at libkiosk.so runtime 7fc16ecb0d30");
  CHECK(read_line("unknown function (ip: 0x7fc16ecb0d30) at [stack]") == "at - runtime 7fc16ecb0d30");
  CHECK(read_log({"7fc16ec00000-7fc16ed00000 r-xp 00000000 fe:00 12   /opt/libkiosk.so",
                  "unknown function (ip: 0x7fc16ecb0d30)"}) ==
        "at libkiosk.so runtime 7fc16ecb0d30 load 7fc16ec00000");
  CHECK(kept_of("unknown function (ip: 0x7f)") == "unknown function (ip: 0x7f)|");
}

TEST_CASE("what only looks like Julia's") {
  for (const std::string_view line : {"an unknown function (ip: 0x7f)", "unknown function (ip: 7f)",
                                      "unknown function (ip: 0x7f) or so", "unknown function (ip: 0x7f"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: julia stack") {
  CHECK(cause_of("signal (11): Segmentation fault") == "SIGSEGV");
  CHECK(cause_of("[92134] signal 11 (1): Segmentation fault") == "SIGSEGV");
  CHECK(cause_of("[92134] signal (11.1): Segmentation fault") == "SIGSEGV");
  CHECK(cause_of("signal 11 came") == "nothing");
}
