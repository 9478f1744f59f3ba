// The corners of ltrace's lines.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("ltrace -i") {
  constexpr std::string_view line = "[0x40113c] strlen(\"./kiosk\")                      = 7";
  CHECK(read_line(line) == "returns to - runtime 40113c");
  CHECK(kept_of(line) == std::string(line) + "|");
  for (const std::string_view call : {"[pid 4711] 09:48:52.920345 [0x40113c] puts(\"x\") = 2",
                                      "[0x40113c] kiosk_serve(3, 0 <unfinished ...>",
                                      "[0x40113c] <... kiosk_serve resumed> )              = 9",
                                      "  0.000123 [0x40113c] SYS_write(1, \"x\", 1) = 1",
                                      "[0x40113c] libkiosk.so->price(3)             = 4"}) {
    CAPTURE(call);
    CHECK(read_line(call) == "returns to - runtime 40113c");
  }
  CHECK(read_line("[0x40113c] --- SIGSEGV (Segmentation fault) ---") == "at - runtime 40113c");
  CHECK(read_line("[0x40113c] --- SIGSEGV (Segmentation fault) ---  ") == "at - runtime 40113c");
}

TEST_CASE("ltrace: lines that only look like its own") {
  for (const std::string_view line :
       {"[0x40113c]", "[0x40113c] ", "[0x40113c] Starting up (again) now", "x [0x40113c] puts(1) = 2",
        "[0xffffffffffffffff] +++ exited (status 0) +++", "[0x40113c] (a) b",
        "[pid x] [0x40113c] puts(1) = 2", "[0x40113c]: puts(1) = 2"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
