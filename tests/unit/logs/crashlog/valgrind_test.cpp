// The grammar's corners of valgrind's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("valgrind's frames") {
  CHECK(read_line("==4711==    at 0x10914A: ??? (in /usr/lib/kiosk/kiosk)") == "at kiosk runtime 10914a");
  CHECK(read_log({"==4711==    at 0x10914A: ??? (in /opt/kiosk)",
                  "==4711==    by 0x4883249: ??? (in /opt/libk.so)"}) == "calls at libk.so runtime 4883249");
  CHECK(
      read_line("==4711==    at 0x48417B4: operator new(unsigned long) (in /usr/libexec/my (2)/libpre.so)") ==
      "at libpre.so runtime 48417b4 operator new(unsigned long)");
  CHECK(read_line("==00:00:00:01.234 4711==    at 0x10914A: ??? (in /opt/kiosk)") ==
        "at kiosk runtime 10914a");
  CHECK(read_line("--4711--    at 0x10914A: ??? (in /opt/kiosk)") == "at kiosk runtime 10914a");
  CHECK(read_line("2024-01-31 12:34:56 ==4711==    at 0x10914A: ??? (in /opt/kiosk)") ==
        "at kiosk runtime 10914a");
  CHECK(read_line("==4711==    at 0x1FFF000123: ???") ==
        "at - runtime 1fff000123 (code that is in no image file)");
  CHECK(read_line("==4711==    at 0x12345678901234567: ??? (in /opt/kiosk)") ==
        "at kiosk (the log's address has more than 64 bits)");
  CHECK(kept_of("==4711==    by 0x10914A: ??? (in /opt/kiosk)") == "==4711==    by 0x10914A:|");
}

TEST_CASE("Where an image was comes from lines of /proc/PID/maps, of the same process and file") {
  constexpr std::string_view command = "==4711== Command: ./kiosk";
  constexpr std::string_view map = "00108000-0010b000 r-xp 00000000 fe:00 314792   /opt/kiosk";
  constexpr std::string_view frame = "==4711==    at 0x10914A: ??? (in /opt/kiosk)";
  CHECK(read_log({command, map, frame}) == "at kiosk runtime 10914a load 108000");
  CHECK(read_log({map, command, frame}) == "at kiosk runtime 10914a");
  CHECK(read_log({command, map, "==4711==    at 0x10914A: ??? (in /opt/other)"}) ==
        "at other runtime 10914a");
}

TEST_CASE("What has a place, and what is none of valgrind's") {
  CHECK(read_line("==4711==    by 0x4883249: (below main) (libc_start_call_main.h:58)") ==
        "named (below main) at libc_start_call_main.h:58");
  CHECK(read_line("==4711==    at 0x401137: f(int (*)(int)) (a.cc:12)") ==
        "named f(int (*)(int)) at a.cc:12");
  for (const std::string_view line :
       {"    at 0x10914A: ??? (in /opt/kiosk)", "==x==    at 0x10914A: ??? (in /opt/kiosk)",
        "====    at 0x10914A: ??? (in /opt/kiosk)", "==4711==    at 0x10914A ??? (in /opt/kiosk)",
        "==4711==    at 0x: ??? (in /opt/kiosk)", "==4711==  Address 0x4a41068 is 0 bytes after a block",
        "a == b  at 0x12: ??? (in /x)", "see the Command: ls",
        "==4711==    at 10914A: ??? (in /opt/kiosk)"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("rows of massif, of ms_print and of DHAT") {
  CHECK(read_line("   n1: 90000 0x401141: ??? (in /opt/kiosk)") == "at kiosk runtime 401141");
  CHECK(read_line("| ->99.92% (90,000B) 0x401141: f(int) (in /opt/kiosk)") ==
        "at kiosk runtime 401141 f(int)");
  CHECK(read_line("0x401141: ??? (in /opt/kiosk)") == "at kiosk runtime 401141");
  CHECK(kept_of(" n1: 90000 0x401141: ??? (in /opt/kiosk)") == " n1: 90000 0x401141:|");
  for (const char* const other :
       {" n1: 90000 0x401141: f (kiosk.c:4)", " x1: 90000 0x401141: ??? (in /opt/kiosk)",
        " n1: 90000 0x401141 ??? (in /opt/kiosk)",
        " n1: 0 in 3 places, all below massif's threshold (in /opt)", "seen 0x401141: ??? (in /opt/kiosk)"})
    CHECK(read_line(other) == "nothing");
}
