// The grammar's corners of Android's tombstones.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("a tombstone's frame") {
  CHECK(read_line("      #00 pc 00000000000118bc  /data/app/libmarket.so") ==
        "#0 at libmarket.so file 118bc");
  CHECK(read_line("#00 pc 000118bc  libmarket.so") == "#0 at libmarket.so file 118bc");
  CHECK(read_line("#00 pc 0x118bc libmarket.so\r\n") == "#0 at libmarket.so file 118bc");
  CHECK(read_line("  native: #00 pc 00017794  /system/lib/libc.so (syscall+28)") ==
        "#0 at libc.so file 17794 syscall");
  CHECK(read_line("    #101 pc 118bc  /a/libx.so (BuildId: ABCDEF0123)") ==
        "#101 calls at libx.so file 118bc <abcdef0123>");
}

TEST_CASE("what stands behind a tombstone's path") {
  CHECK(read_line("#01 pc 10  /a/base.apk!libx.so (offset 0x930000) (run+40) (BuildId: ab12)") ==
        "#1 calls at libx.so file 10 run <ab12>");
  CHECK(read_line("#01 pc 10  /a/libx.so (run)") == "#1 calls at libx.so file 10 run");
  CHECK(read_line("#01 pc 10  /a/libx.so (a::b(int, (anonymous namespace)::c)::operator()() const+40)") ==
        "#1 calls at libx.so file 10 a::b(int, (anonymous namespace)::c)::operator()() const");
  CHECK(read_line("#01 pc 10  /a/base.apk (offset 0x1000)") == "#1 calls at base.apk file 10");
  CHECK(read_line("#01 pc 10  /a b (1)/my lib.so (deleted)") == "#1 calls at my lib.so file 10");
  CHECK(read_line("#01 pc 10  /a/libx.so (BuildId: nonsense)") ==
        "#1 calls at libx.so file 10 (the log's build id cannot be read)");
  CHECK(read_line("#01 pc 10  /a/libx.so (BuildId: ab12") ==
        "#1 calls at libx.so file 10 (the log's build id cannot be read)");
  CHECK(kept_of("I  #01 pc 10  /a/libx.so (run+40) (BuildId: ab12) tail") == "I  #01 pc 10| tail");
}

TEST_CASE("code that is in no file") {
  const std::string problem = " (code that is in no image file)";
  CHECK(read_line("#03 pc 10  <anonymous:7a1b2c3000>") ==
        "#3 calls at <anonymous:7a1b2c3000> file 10" + problem);
  CHECK(read_line("#03 pc 10  [vdso] (__kernel_rt_sigreturn)") ==
        "#3 calls at [vdso] file 10 __kernel_rt_sigreturn" + problem);
  CHECK(read_line("#03 pc 10  /memfd:jit-cache (deleted)") ==
        "#3 calls at /memfd:jit-cache file 10" + problem);
  CHECK(read_line("#03 pc 10  ???") == "#3 calls at ??? file 10" + problem);
}

TEST_CASE("what ART interprets is no native code; what it compiled ahead is") {
  const std::string problem = " (Java byte code, which has no native symbols: use retrace for its methods)";
  for (const std::string name : {"base.vdex", "classes2.dex", "framework.jar"})
    CHECK(read_line("#03 pc 10  /data/app/x/" + name + " (a.b.c+4)") ==
          "#3 calls at " + name + " file 10 a.b.c" + problem);
  for (const std::string name : {"base.odex", "boot-framework.oat", "base.apk"})
    CHECK(read_line("#03 pc 10  /data/app/x/" + name + " (offset 0x1000) (a.b.c+4)") ==
          "#3 calls at " + name + " file 10 a.b.c");
  CHECK(read_line(
            "#03 pc 10  [anon:dalvik-classes.dex extracted in memory from /data/app/base.apk] (a.b.c+4)") ==
        "#3 calls at [anon:dalvik-classes.dex extracted in memory from /data/app/base.apk] file 10 a.b.c"
        " (code that is in no image file)");
}

TEST_CASE("lines that are no frames of a tombstone") {
  CHECK(read_line("    x28 0000  pc  00000075a4d0e8d0  pst 0000") == "nothing");
  CHECK(read_line("#00 pc  ") == "nothing");
  CHECK(read_line("#00 pc 12ab") == "nothing");
  CHECK(read_line("#00 pc zz /a/libx.so") == "nothing");
  CHECK(read_line("#0a pc 10 /a/libx.so") == "nothing");
  CHECK(read_line("see bug #12 pc builds") == "nothing");
}

TEST_CASE("numbers that are none") {
  CHECK(read_line("#00 pc 11112222333344445  /a/libx.so") ==
        "#0 at libx.so (the log's address has more than 64 bits)");
  CHECK(read_line("#99999999999999999999 pc 10  /a/libx.so") ==
        "at libx.so file 10 (the log's frame number is impossible)");
}

TEST_CASE("processor and thread come from the headings, each process its own") {
  CHECK(read_log({"ABI: 'arm'", "pid: 12, tid: 13, name: x y  >>> a b <<<", "#00 pc 10  libx.so"}) ==
        "#0 at libx.so file 10 armv7 in 13");
  CHECK(read_log({"ABI: 'arm64'", "pid: 12, tid: 13, name: x  >>> a <<<", "--- --- ---",
                  "pid: 12, tid: 14, name: y  >>> a <<<", "#00 pc 10  libx.so"}) ==
        "#0 at libx.so file 10 arm64 in 14");
  CHECK(read_log({"ABI: 'arm64'", "*** *** *** *** ***", "#00 pc 10  libx.so"}) == "#0 at libx.so file 10");
  CHECK(read_log({"ABI: 'arm64'", "----- pid 12 at 2023-11-14 -----", "\"x\" sysTid=77",
                  "#00 pc 10  libx.so"}) == "#0 at libx.so file 10 in 77");
}

TEST_CASE("every way in which logcat prints a line") {
  constexpr std::string_view frame = "    #00 pc 10  libx.so";
  for (const std::string_view prefix :
       {"01-15 13:31:06.831 13140 13140 F DEBUG   : ", "2024-01-15 13:31:06.831 13140 13140 F DEBUG   : ",
        "01-15 13:31:06.831 +0100 13140 13140 F DEBUG   : ", "01-15 13:31:06.831 F/DEBUG   (13140): ",
        "01-15 13:31:06.831  root 13140 13140 F DEBUG   : ", "F/DEBUG   (13140): ", "F/DEBUG: ", "F(13140) ",
        "F(13140:13141) ", "1705321866.831 13140 13140 F DEBUG   : ", "   12.345 13140 13140 F DEBUG   : "}) {
    CAPTURE(prefix);
    const std::string heading = std::string(prefix) + "ABI: 'arm64'",
                      line = std::string(prefix) + std::string(frame);
    CHECK(read_log({heading, line}) == "#0 at libx.so file 10 arm64");
  }
}
