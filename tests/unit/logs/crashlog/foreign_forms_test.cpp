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

TEST_CASE("Gazebo's launcher names the program before each line") {
  CHECK(read_line("[gazebo-1] #3    Object \"/lib/x86_64-linux-gnu/libc.so.6\", at 0x7d23ff6e01c9, in ") ==
        read_line("#3    Object \"/lib/x86_64-linux-gnu/libc.so.6\", at 0x7d23ff6e01c9, in "));
  CHECK(read_line("#3    Object \"/lib/x86_64-linux-gnu/libc.so.6\", at 0x7d23ff6e01c9, in ") != "nothing");
}

TEST_CASE("starnix logs through Fuchsia's klog") {
  CHECK(read_line("[00042.117][klog][klog][E] {{{bt:2:0x42d5a1b210:ra}}}") ==
        read_line("{{{bt:2:0x42d5a1b210:ra}}}"));
  CHECK(read_line("[starnix] [sh:12] {{{bt:0:0x42d5a1b1f0:pc}}}") == read_line("{{{bt:0:0x42d5a1b1f0:pc}}}"));
  CHECK(read_line("{{{bt:0:0x42d5a1b1f0:pc}}}") != "nothing");
}

TEST_CASE("gdb in PHP's interpreter") {
  CHECK(read_line("#2  0x0000aaaaaabbccd8 in zend_execute_scripts (type=8, retval=0x0, file_count=3) at "
                  "/src/php/Zend/zend.c:1892") == "context");
  CHECK(read_line("#1  0x00007ffff0a11234 in zif_till_open () from /usr/lib/php/20220829/till.so") ==
        "#1 returns to till.so runtime 7ffff0a11234 zif_till_open");
}
