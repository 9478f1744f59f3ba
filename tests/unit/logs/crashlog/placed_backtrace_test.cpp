#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Ruby's and Godot's own places behind glibc's frames") {
  CHECK(read_names({"/usr/lib/libruby.so.3.1(rb_vm_bugreport+0x5f0) [0x7f29a1b2c3d4] vm_dump.c:1140"}) ==
        "named rb_vm_bugreport at vm_dump.c:1140 in libruby.so.3.1");
  CHECK(read_names({"/usr/lib/libruby.so.3.1(rb_vm_call) vm_insnhelper.c:3037"}) ==
        "named rb_vm_call at vm_insnhelper.c:3037 in libruby.so.3.1");
  CHECK(read_names({"[2] /opt/kiosk/godot() [0x401136] (/src/main.cpp:12)"}) ==
        "named #2 at /src/main.cpp:12 in godot");
}

TEST_CASE("what only looks like such lines") {
  for (const std::string_view line :
       {"see /usr/src(old) a.c:12", "/usr/src(old) a.c:12", "f(x) [0x12] a.c:12",
        "/usr/lib/liba.so(f) at noon", "/usr/lib/liba.so() a.c:12", "(f+0x1) [0x7f29] a.c:12"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
}
