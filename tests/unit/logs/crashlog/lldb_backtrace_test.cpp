// The grammar's corners of lldb's stacks and lists.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view image =
    "[  1] 974DA62B-3886-A846-AA73-9C97F050E5B5-21C73D3D 0x00007fa0f2e2f000 /usr/lib/libkiosk.so ";

}  // namespace

TEST_CASE("lldb") {
  CHECK(read_line("  * frame #0: 0x000055ba11c43169 kiosk`___lldb_unnamed_symbol17") ==
        "#0 at kiosk runtime 55ba11c43169");
  CHECK(read_line("    frame #1: 0x000055ba11c43175 kiosk`___lldb_unnamed_symbol18 + 5") ==
        "#1 returns to kiosk runtime 55ba11c43175");
  CHECK(read_line("frame #1: 0x55ba11c43175 kiosk`___lldb_unnamed_function18$$kiosk + 5") ==
        "#1 returns to kiosk runtime 55ba11c43175");
  CHECK(read_line("    frame #3: 0x00007fa0f2e3011d libkiosk.so`kiosk_serve + 12") ==
        "#3 returns to libkiosk.so runtime 7fa0f2e3011d kiosk_serve+c");
  CHECK(read_line("    frame #3: 0x00007fa0f2e3011d libkiosk.so`ns::operator+(int) + 12") ==
        "#3 returns to libkiosk.so runtime 7fa0f2e3011d ns::operator+(int)+c");
  CHECK(kept_of("    frame #3: 0x00007fa0f2e3011d libkiosk.so`kiosk_serve + 12") ==
        "    frame #3: 0x00007fa0f2e3011d|");
}

TEST_CASE("threads, images, and another process") {
  const std::string_view frame = "    frame #1: 0x00007fa0f2e3010c libkiosk.so`___lldb_unnamed_symbol8 + 19";
  CHECK(read_log({image, frame}) ==
        "#1 returns to libkiosk.so runtime 7fa0f2e3010c load 7fa0f2e2f000 "
        "<974da62b3886a846aa739c97f050e5b521c73d3d>");
  CHECK(read_log({"* thread #2, name = 'kiosk'", frame}) ==
        "#1 returns to libkiosk.so runtime 7fa0f2e3010c in 2");
  CHECK(read_log({image, "Process 12 launched: '/usr/bin/kiosk' (x86_64)", frame}) ==
        "#1 returns to libkiosk.so runtime 7fa0f2e3010c");
  CHECK(read_log({image, "(lldb) target create \"kiosk\"", frame}) ==
        "#1 returns to libkiosk.so runtime 7fa0f2e3010c");
  CHECK(read_line("[  3] A5998071-56A2-A62F-E956-A82E388AEEAB-C874119C 0x00007fa0f2e3c000 [vdso] (0x7fa0)") ==
        "context");
  CHECK(read_line(image) == "context");
}

TEST_CASE("frames that have a place in the source, and what only looks like one") {
  CHECK(read_line(
            "    frame #5: 0x00007fa0f2c6a24a libc.so.6`f(main=(kiosk`g), argc=1) at call_main.h:58:16") ==
        "named #5 f(main=(kiosk`g), argc=1) at call_main.h:58:16 in libc.so.6");
  CHECK(read_line("  * frame #0: 0x00007fa0f2c6a24a kiosk`main at main.c:58 [opt]") ==
        "named #0 main at main.c:58 in kiosk");
  for (const std::string_view line :
       {"    frame #0: 0x00007fa0f2c6a24a", "    frame #0: 0x00007fa0f2c6a24a JIT(0x1000)"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "context");
  }
  for (const std::string_view line :
       {"frame #x: 0x12 kiosk`f", "frame #0 0x12 kiosk`f", "a frame #0: 0x12 kiosk`f", "frame #0: kiosk`f",
        "[  1] not-an-id 0x00007fa0f2e2f000 /usr/lib/libkiosk.so", "[  1] 974D 0x12"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
