// The grammar's corners of strace's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("strace -k") {
  CHECK(read_line(" > /usr/lib/libc.so.6(__write+0x14) [0x10d2ba]") == "at libc.so.6 byte 10d2ba __write+14");
  CHECK(read_log({" > /usr/lib/libc.so.6(__write+0x14) [0x10d2ba]", " > /opt/kiosk() [0x1136]"}) ==
        "returns to kiosk byte 1136");
  CHECK(read_line(" > /opt/my kiosk (1)/kiosk(f(int)+0x1) [0x12]") == "at kiosk byte 12 f(int)+1");
  CHECK(kept_of(" > /opt/kiosk() [0x1136]") == " > /opt/kiosk() [0x1136]|");
  CHECK(read_line(" > /opt/kiosk(f+0x1) [0x12] kiosk.c:12") == "context");
}

TEST_CASE("lines that only look like strace's") {
  for (const std::string_view line : {" > /opt/kiosk [0x12] x", " > unexpected_backtracing_error [0x12]",
                                      " > /opt/kiosk(f) [0x12]", " > (f+0x1) [0x12", " > BUG IN libx"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
