// Lines of /proc/PID/maps, within logs and in files of their own.
#include "doctest/doctest.h"

#include "crashlog/memory_mappings.h"
#include "describe.h"

using symkit::crashlog::read_process_maps;
using symkit::test::read_line;

TEST_CASE("A line of a process's mappings") {
  CHECK(read_line("7fb819a00000-7fb819a01000 r-xp 00001000 fe:00 314792   /usr/lib/libkiosk.so") ==
        "context");
  CHECK(read_line("7fb819a01000-7fb819a00000 r-xp 00001000 fe:00 314792   /usr/lib/libkiosk.so") ==
        "nothing");
  CHECK(read_line("drwxr-xp 00001000 fe:00 314792   /usr/lib/libkiosk.so") == "nothing");
}

TEST_CASE("A copy of /proc/PID/maps") {
  const auto images = read_process_maps(
      "00108000-00109000 r--p 00000000 fe:00 12   /opt/kiosk\r\n"
      "00109000-0010a000 r-xp 00001000 fe:00 12   /opt/kiosk\n"
      "7ffd2b1c8000-7ffd2b1e9000 rw-p 00000000 00:00 0   [stack]\n");
  REQUIRE(images);
  REQUIRE(images->all().size() == 2);
  CHECK(images->all()[0].name == "kiosk");
  CHECK(images->all()[1].path == "/opt/kiosk");
  CHECK(images->all()[1].load_address == 0x108000U);
  CHECK_FALSE(read_process_maps("no mappings\n"));
}
