// The grammar's corners of what minidump_stackwalk prints for machines.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Breakpad") {
  const std::string_view module = "Module|libx.so||libx.so|C873EA49FD327C5777EA6441E836E8530|0x1000|0x1fff|0";
  CHECK(read_log({module, "0|0|libx.so||||0x12"}) ==
        "#0 at libx.so offset 12 load 1000 <c873ea49fd327c5777ea6441e836e853> in 0");
  CHECK(read_log({"CPU|arm64||8", "3|1|libx.so||||0x12"}) == "#1 returns to libx.so offset 12 arm64 in 3");
  CHECK(read_line("0|1|libx.so|f|||0x12") == "#1 returns to libx.so f+12 in 0");
  CHECK(read_line("0|1|libx.so|f|x.c|12|0x12") == "named #1 f at x.c:12 in libx.so");
  CHECK(read_line("0|1|||||0x12") == "#1 returns to - runtime 12 in 0");
  CHECK(read_line("0|1|libx.so||||12") == "nothing");
  CHECK(read_line("a|b|0x12") == "nothing");
}
