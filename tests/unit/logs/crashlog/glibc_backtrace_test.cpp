// The grammar's corners of what glibc's backtrace_symbols prints.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("glibc") {
  CHECK(read_line("/lib/libc.so.6(__libc_start_main+0x8b)[0x7f294aa2a28b]") ==
        "returns to libc.so.6 runtime 7f294aa2a28b __libc_start_main+8b");
  CHECK(read_line("/lib/libc.so.6(+0x1a2b) [0x7f294aa2a28b]") ==
        "returns to libc.so.6 file 1a2b runtime 7f294aa2a28b");
  CHECK(read_line("./prog() [0x401136]") == "returns to prog file 401136");
  CHECK(read_line("./prog[0x401136]") == "returns to prog file 401136");
  CHECK(read_line("prog(main+0x12)[0x401136]") == "returns to prog runtime 401136 main+12");
  CHECK(read_line("3: /my dir (1)/libx.so(f+0x1)[0x7f29]") == "returns to libx.so runtime 7f29 f+1");
  CHECK(read_line("[bt] ./prog(f+0x1) [0x7f29]\r\n") == "returns to prog runtime 7f29 f+1");
  CHECK(read_log({"/lib/libc.so.6(__restore_rt+0x0)[0x7f29]", "./prog(+0x12)[0x55]"}) ==
        "at prog file 12 runtime 55");
  CHECK(kept_of("./prog(+0x12)[0x55]") == "./prog(+0x12)[0x55]|");
  CHECK(read_line("./prog(+0x12345678901234567)[0x55]") ==
        "returns to prog runtime 55 (the log's address has more than 64 bits)");
}

TEST_CASE("lines that end as glibc's do") {
  for (const std::string_view line :
       {"[0x7ffd2b1c8d10]", "rax=[0x12]", "the address of it: [0x12]", "read at [0x12]", "/a/b(c)[0x12]",
        "/a/b(+0x12)[0x12", "/a/b(+0xzz)[0x12]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("ClickHouse and Unreal put their own columns before glibc's form") {
  CHECK(
      read_line("BaseDaemon: 2. /opt/bin/server(Poco::ThreadImpl::runnableEntry(void*)+0x96) [0x30eff76]") ==
      "returns to server runtime 30eff76 Poco::ThreadImpl::runnableEntry(void*)+96");
  CHECK(read_line("[Callstack]  05  0x00007f43b8aec390  /lib/libpthread.so.0(+0x11390) [0x7f43b8aec390]") ==
        "returns to libpthread.so.0 file 11390 runtime 7f43b8aec390");
}

TEST_CASE("Open MPI, g3log and Godot") {
  CHECK(read_line("[kiosk-1:4711] [ 1] [0x55d0c1a2ba2b]") == "returns to - runtime 55d0c1a2ba2b");
  CHECK(read_line("[kiosk-1:4711] [ 2] /opt/kiosk(f+0x12)[0x55d0c1a2ba2b]") ==
        "returns to kiosk runtime 55d0c1a2ba2b f+12");
  CHECK(read_line("123     0x55e85ffa5fdc ./kiosk(+0x7dfdc) [0x55e85ffa5fdc]") ==
        "returns to kiosk file 7dfdc runtime 55e85ffa5fdc");
  CHECK(read_line("[3] /opt/kiosk() [0x401136] (<artificial>:?)") == "returns to kiosk file 401136");
  for (const std::string_view line : {"[0x55d0c1a2ba2b]", "[kiosk] [0x55d0c1a2ba2b]", "see [1] and [0x12]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
