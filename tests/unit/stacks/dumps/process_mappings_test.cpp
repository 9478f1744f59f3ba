#include "stacks/dumps/process_mappings.h"

#include <doctest/doctest.h>

using symkit::dumps::read_mappings;

TEST_CASE("the kernel's list of memory") {
  const auto all = read_mappings(
      "55d010000000-55d010001000 r--p 00000000 fd:00 4711                       /opt/my kiosk/till\n"
      "55d010001000-55d010003000 r-xp 00001000 fd:00 4711                       /opt/my kiosk/till "
      "(deleted)\n"
      "7f1020000000-7f1020001000 rw-p 00000000 00:00 0 \n"
      "7ffd1000-7ffd2000 r-xp 00000000 00:00 0                                  [vdso]\n");
  REQUIRE(all.size() == 4);
  CHECK(all[0].begin == 0x55d010000000);
  CHECK(all[0].path == "/opt/my kiosk/till");
  CHECK_FALSE(all[0].is_code);
  CHECK(all[1].end == 0x55d010003000);
  CHECK(all[1].offset == 0x1000);
  CHECK(all[1].is_code);
  CHECK(all[1].path == "/opt/my kiosk/till");
  CHECK(all[2].path.empty());
  CHECK(all[3].path == "[vdso]");
}

TEST_CASE("lines that are no mappings are left out") {
  CHECK(read_mappings("").empty());
  CHECK(read_mappings("till\n12-\n12-34\n34-12 r--p 0 0 0\n12-34 r--p\n12-34 r--p x\n").empty());
}
