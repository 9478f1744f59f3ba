#include "logs/crashlog/prefix.h"

#include <string>

#include "doctest/doctest.h"

using symkit::crashlog::text_start;

namespace {

// What is left of a line behind its prefix.
std::string text_of(const std::string& prefix) {
  const std::string line = prefix + "  #01 pc 0123";
  return line.substr(text_start(line));
}

}  // namespace

TEST_CASE("what collectors put before a line is passed over") {
  for (const char* prefix : {
           "2026-11-21T06:01:02Z ",
           "2026-11-21T06:01:02.1234567Z ",
           "2026-11-21 06:01:02,345 ",
           "2026-11-21 06:01:02 +0100 ",
           "2026/11/21 06:01:02 ",
           "11-21 06:01:02.345 13140 13177 F DEBUG   : ",
           "11-21 06:01:02.345  1000 13140 13177 F DEBUG   : ",
           "11-21 06:01:02.345 F/DEBUG   (13140): ",
           "2026-11-21 06:01:02.345 +0100 13140 13177 I crash_dump64: ",
           "F/DEBUG   (13140): ",
           "I/DEBUG   : ",
           "Nov 21 06:01:02 host app[123]: ",
           "Nov  1 06:01:02 host kernel: ",
           "Nov 21 06:01:02 host kernel: [  123.456789] ",
           "2026-11-21T06:01:02+0100 host app[123]: ",
           "[  123.456789] ",
           "[12345.678901][ T1234] ",
           "<4>[    1.234567] ",
           "[06:01:02] ",
           "[2026-11-21 06:01:02] ",
           "06:01:02.345 ",
           "web-1  | ",
           "app_server_1 | 2026-11-21T06:01:02.000Z ",
           "2026-11-21T06:01:02.123456789Z stderr F ",
           "2026-11-21T06:01:02.123456789+01:00 stdout P ",
           "2026-11-21T06:01:02.123456789Z stderr F 2026-11-21T06:01:02Z ",
           "[pod/web-6d4cf56db6-abcde/kiosk] ",
           "[pod/web-6d4cf56db6-abcde/kiosk] 2026-11-21T06:01:02.123456789Z ",
           "web-6d4cf56db6-lx7qk kiosk ",
           "2026-11-21T06:01:02.12+0000 [APP/PROC/WEB/0] ERR ",
           "   2026-11-21T06:01:02.12-0800 [App/0]   OUT ",
           "redis-0 redis 2026-11-21T06:01:02.123456789Z ",
           "shop web-6d4cf56db6-lx7qk kiosk-1 ",
           "build\tRun tests\t2026-11-21T06:01:02.1234567Z ",
           "build (gcc)\tUNKNOWN STEP\t\xef\xbb\xbf"
           "2026-11-21T06:01:02.1234567Z ",
           "1705321866.831123 host app[123]: ",
           "[ 1234.567890] host app[123]: ",
           "[ 1234.567890] host kernel: ",
           "Sat 2026-11-21 06:01:02 CET host app[123]: ",
           "2026-11-21T06:01:02.123456Z 01O ",
           "2026-11-21T06:01:02.123456Z 00E ",
           "2026-11-21T06:01:02.123456+00:00 app[web.1]: ",
           "Nov 21 06:01:02 host app: ",
           "> ",
           "> > 2026-11-21T06:01:02Z ",
           "    [  123.456789] ",
           "\t2026-11-21T06:01:02Z ",
       }) {
    CAPTURE(prefix);
    CHECK(text_of(prefix) == "  #01 pc 0123");
  }
}

TEST_CASE("a line's own text is left alone") {
  for (const char* line : {"",
                           " ",
                           "#00 pc 0123",
                           "  #00 pc 0123",
                           "0   MyApp  0x1 0x0 + 1",
                           "12:34 is a time",
                           "Nov comes after Oct",
                           "Mar",
                           "[abc] x",
                           "[",
                           "<",
                           "<4>",
                           "Thread 0 Crashed:",
                           "11-21 is a day",
                           "2026-11-21",
                           "12 | 34",
                           "[12] x",
                           "[pod/web",
                           "[pod/web x] y",
                           "stderr F x",
                           "web-1 4711 x",
                           "kiosk price #01",
                           "kiosk-1  4711 [001] 12.5: x",
                           "of shop web-0 kiosk x",
                           "worker-3  kiosk x",
                           "a\tb\tc",
                           "\tb\t2026-11-21T06:01:02Z x",
                           "1705321866.831123 host app: x",
                           "Sat 2026-11-21 x",
                           ">x",
                           "   web | x"}) {
    CAPTURE(line);
    const std::size_t start = text_start(line);
    CHECK(start == 0);
  }
}

TEST_CASE("what only looks like one more prefix is text") {
  const auto text_behind_time = [](const std::string& text) {
    const std::string line = "2026-11-21T06:01:02Z" + text;
    return line.substr(text_start(line));
  };
  CHECK(text_behind_time(" E:    mepc: 42007004") == "E:    mepc: 42007004");
  CHECK(text_behind_time(" stderr F") == "");
  CHECK(text_behind_time(" stderr Full") == "stderr Full");
  CHECK(text_behind_time(" 01O2 x") == "01O2 x");
}

TEST_CASE("a heading is no name of a host and a program") {
  for (const std::string time : {"2026-11-21T06:01:02Z ", "Nov 21 06:01:02 "})
    for (const char* heading :
         {"Stack dump:", "Native frames: (J=compiled Java code)", "heap profile:     12: 19200000 [",
          "TID 4711:", "thread #1: tid = 1", "frame #1: 0x12", "Kernel Offset: 0x0 from 0x1",
          "Code Type: ARM-64", "fatal error: unexpected signal",
          "stack backtrace:", "Build fingerprint: 'x'"}) {
      CAPTURE(heading);
      const std::string line = time + heading;
      const std::size_t start = text_start(line);
      CHECK(line.substr(start) == heading);
    }
}

TEST_CASE("own words behind logcat's brief tag and in the trees of Python's groups of exceptions") {
  const auto own = [](const std::string& line) {
    const auto found = symkit::crashlog::own_text(line, text_start(line));
    return std::to_string(found.indent) + " " + line.substr(found.begin);
  };
  CHECK(own("  at a.b") == "2 at a.b");
  CHECK(own("E AndroidRuntime: \tat a.b") == "1 at a.b");
  CHECK(own("Error at line 3: x") == "0 Error at line 3: x");
  CHECK(own("  + Exception Group Traceback") == "1 Exception Group Traceback");
  CHECK(own("    |   File \"a.py\"") == "3 File \"a.py\"");
  CHECK(own(" \t") == "2 ");
}

TEST_CASE("any cut of a prefix is bounded by the line") {
  const std::string line =
      "app_1  | Nov 21 06:01:02 host kernel: [  123.456789] 11-21 06:01:02.345 1 2 F DEBUG: x";
  for (std::size_t size = 0; size <= line.size(); ++size) CHECK(text_start(line.substr(0, size)) <= size);
}

TEST_CASE("prefixes of who repeats a program's output") {
  for (const std::string_view prefix :
       {"(pid=1768, ip=10.0.0.1) ", "(total pid=1768) ",
        "(raylet, ip=10.0.0.1) [2022-03-22 15:37:44,626 E 3819 3820] (raylet) logging.cc:321: ",
        "[2022-09-21 18:55:27,601 E 1768 1803] logging.cc:361: ",
        "2016-08-31T14:19:49.981 INFO:tasks.ceph.osd.0.plana.stderr:", "2015-08-24 10:34:52,291 - INFO # ",
        "2020-07-15 19:32:09 | [RAW] ", "2020-07-15 19:32:09 | ", "00:00:26.481 -> ",
        "May 25 00:50:27.800650 Kiosk INFO supervisord: kiosk "}) {
    CAPTURE(prefix);
    CHECK(text_start(std::string(prefix) + "text") == prefix.size());
  }
  for (const std::string_view line :
       {"(see above) text", "(a pid is a number) text", "2020-07-15 19:32:09 - text"}) {
    CAPTURE(line);
    CHECK(line.substr(text_start(line)).ends_with("text"));
    CHECK(text_start(line) <= 20);
  }
}
