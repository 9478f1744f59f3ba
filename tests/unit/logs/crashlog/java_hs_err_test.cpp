// The grammar's corners of the JVM's reports of its own crashes.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Java") {
  CHECK(read_line("# C  [libc.so.6+0x97f89]") == "at libc.so.6 offset 97f89");
  CHECK(read_line("# C  [libc.so.6+0x97f89][user@host ~]$ ") == "at libc.so.6 offset 97f89");
  CHECK(read_log({"Native frames:", "C  [libc.so.6+0x97f89]"}) == "at libc.so.6 offset 97f89");
  CHECK(read_log({"Native frames:", "C  [libc.so.6+0x97f89]", "j  a.b.c()V+0",
                  "V  [libjvm.so+0x12]  f()+0x1"}) == "returns to libjvm.so offset 12");
  CHECK(kept_of("C  [libc.so.6+0x97f89]  memcpy+0x29") == "C  [libc.so.6+0x97f89]|");
}

TEST_CASE("Java's reports wait for their libraries, what is on the console does not") {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  const auto waits_behind = [&](std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines) reader.read(line, frame);
    return reader.report().waits_for_images();
  };
  const std::string_view head = "# A fatal error has been detected by the Java Runtime Environment:";
  const std::string_view body = "---------------  S U M M A R Y ------------";
  const std::string_view listed =
      "7fb81a770000-7fb81a771000 r--p 00000000 fe:00 10010787    /opt/a b/libx.so";
  CHECK(waits_behind({head, "#", "# C  [libx.so+0x12]"}));
  CHECK_FALSE(waits_behind({"# An error report file with more information is saved as:"}));
  CHECK(waits_behind({head, "#", ""}));
  CHECK_FALSE(waits_behind({"Aborted"}));
  CHECK(waits_behind({head, "#", "", body, "", "Host: x", "C  [libx.so+0x12]", "", "Dynamic libraries:"}));
  CHECK(waits_behind({"687400000-69f000000 rw-p 00000000 00:00 0 ", listed,
                      "7fb81a771000-7fb81a772000 r-xp 00001000 fe:00 10010787    /opt/a b/libx.so",
                      "7fb81a880000-7fb81a881000 r-xp 00000000 fe:00 10010788    /opt/liby.so (deleted)"}));
  CHECK(reader.report().images().size() == 2);
  CHECK_FALSE(waits_behind({""}));
  reader.report().replay(true);
  reader.read("C  [libx.so+0x12]", frame);
  CHECK(frame.image.path == "/opt/a b/libx.so");
  reader.read("C  [liby.so+0x12]", frame);
  CHECK(frame.image.path.empty());
  reader.report().replay(false);
  CHECK_FALSE(waits_behind({head, body, "END."}));
}

TEST_CASE("what its lines say of the crash: the machine's own errors") {
  CHECK(cause_of("#  SIGSEGV (0xb) at pc=0x00007f3a2c401898, pid=7, tid=8") == "SIGSEGV");
  CHECK(cause_of("#  EXCEPTION_ACCESS_VIOLATION (0xc0000005) at pc=0x000000006f3a2c40, pid=7, tid=8") ==
        "EXCEPTION_ACCESS_VIOLATION");
  CHECK(cause_of("#  Internal Error (codeCache.cpp:12), pid=7, tid=8") ==
        "Java VM internal error in codeCache.cpp:12");
  CHECK(cause_of("#  Internal Error (/src/hotspot/share/code/codeCache.cpp:12), pid=7, tid=8") ==
        "Java VM internal error in /src/hotspot/share/code/codeCache.cpp:12");
  CHECK(cause_of("#  Out of Memory Error (arena.cpp:81), pid=7, tid=8") == "out of memory in arena.cpp:81");
  CHECK(cause_of("#  guarantee(till->is_open()) failed: must be open") ==
        "assertion failed: till->is_open()");
  CHECK(cause_of("#  assert(is_till(x)) failed") == "assertion failed: is_till(x)");
  CHECK(cause_of("#  fatal error: the till is closed") == "Java VM internal error: the till is closed");
  CHECK(cause_of("#  Error: ShouldNotReachHere()") == "Java VM internal error: ShouldNotReachHere()");
  CHECK(cause_of("# There is insufficient memory for the Java Runtime Environment to continue.") ==
        "out of memory");
}
