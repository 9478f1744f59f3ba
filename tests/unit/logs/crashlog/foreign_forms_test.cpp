// What other programs print in forms that are known by other names: Godot's, .NET's on Linux.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("Godot asks addr2line") {
  CHECK(read_line("[2] /opt/godot() [0x401136] (??:0)") == "returns to godot file 401136");
  CHECK(kept_of("[2] /opt/godot(+0x12) [0x401136] (??:?)") == "[2] /opt/godot(+0x12) [0x401136]|");
  CHECK(read_line("[2] /opt/godot() [0x401136] (/src/main.cpp:12)") == "nothing");
}

TEST_CASE(".NET's libraries on Linux") {
  CHECK(read_line("   at libcoreclr.so!coreclr_execute_assembly+0x90") ==
        "at libcoreclr.so coreclr_execute_assembly+90");
  CHECK(read_line("libcoreclr.so!+0x12") == "at libcoreclr.so offset 12");
  CHECK(read_line("the library libcoreclr.sox+0x12") == "nothing");
}
