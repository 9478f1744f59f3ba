// The corners of what small systems print as they give up: ESP-IDF, Zephyr, CmBacktrace and handlers of one's
// own.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::crashlog::Found;
using symkit::crashlog::Frame;
using symkit::crashlog::Reader;
using symkit::test::describe;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

// All frames of the last line.
std::string frames_of(std::initializer_list<std::string_view> lines) {
  Reader reader;
  Frame frame;
  std::string text;
  for (const std::string_view line : lines) {
    text.clear();
    if (reader.read(line, frame) != Found::Frame) continue;
    text = describe(frame);
    while (frame.shares_line && reader.read_further(frame)) text += ", " + describe(frame);
  }
  return text;
}

}  // namespace

TEST_CASE("an ESP32's backtrace") {
  CHECK(frames_of({"Backtrace: 0x400d15f1:0x3ffb1f20 0x400d2a3c:0x3ffb1f40 |<-CORRUPTED"}) ==
        "at - file 400d15f1, calls at - file 400d2a3c");
  CHECK(frames_of({"Backtrace:0x400d15f1:0x3ffb1f20"}) == "at - file 400d15f1");
  CHECK(frames_of({"PC      : 0x400d15f4  PS      : 0x00060030",
                   "Backtrace: 0x400d15f1:0x3ffb1f20 0x400d15f1:0x3ffb"}) ==
        "at - file 400d15f4, calls at - file 400d15f1");
  CHECK(frames_of({"PC      : 0x400d15f1  PS      : 0x00060030", "Backtrace: 0x400d15f1:0x3ffb1f20"}) ==
        "at - file 400d15f1");
  CHECK(frames_of({"PC      : 0x400d99f4  PS      : 0x00060030", "Backtrace: 0x400d15f1:0x3ffb1f20"}) ==
        "calls at - file 400d15f1");
  CHECK(frames_of({"Backtrace: 0x800d15f1:0x3ffb1f20"}) == "at - file 400d15f1");
  CHECK(kept_of("Backtrace: 0x400d15f1:0x3ffb1f20 x") == "Backtrace: 0x400d15f1:0x3ffb1f20| x");
  CHECK(read_log({"PC      : 0x400d15f4  PS      : 0x00060030  A0 : 0x80"}) == "at - file 400d15f4");
  for (const std::string_view line : {"Backtrace: 0x400d15f1", "Backtrace:", "Backtrace: 0x400d15f1:3ffb",
                                      "0x400d15f1: main at main.c:12", "PC      : 0x400d15f4  PX"}) {
    CAPTURE(line);
    CHECK((read_line(line) == "nothing" || read_line(line) == "context"));
  }
}

TEST_CASE("lines of registers") {
  CHECK(frames_of({"MEPC    : 0x42007a2e  RA      : 0x42007a32  SP      : 0x3fc93d20"}) ==
        "at - file 42007a2e, returns to - file 42007a32");
  CHECK(frames_of({"E: r3/a4:  0x20000f80 r12/ip:  0x00000000 r14/lr:  0x0000053f"}) ==
        "returns to - file 53f");
  CHECK(frames_of({"[00:00:00.010,000] <err> os: Faulting instruction address (r15/pc): 0x00000514"}) ==
        "at - file 514");
  CHECK(frames_of({"  R12: 00000000  LR : 08001c57  PC : 08001c5e  PSR: 61000000"}) ==
        "returns to - file 8001c57, at - file 8001c5e");
  CHECK(frames_of({"PC = 0x08001234"}) == "at - file 8001234");
  CHECK(kept_of("PC = 0x08001234") == "PC = 0x08001234|");
}

TEST_CASE("lines that only look like registers, or hold no code") {
  for (const std::string_view line :
       {"LR = 0xfffffff9", "PC = 12", "PC = 0x08001234 of 12", "PC : ffffffff80123456",
        "R12: 00000000  R13: 00000000", "pc: 0x", "Faulting instruction address (r15/pc): x",
        "E: r0/a1:  0x00000003  r1/a2:  0x20000f80", "PC = printed circuit",
        "PC : 0x08001234, LR : 0x08001238"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
