// The corners of the addresses that Bun prints in one word.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;

namespace {

// All frames of the line.
std::string frames_of(const std::string& line) {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  if (reader.read(line, frame) != symkit::crashlog::Found::Frame) return "nothing";
  std::string text = symkit::test::describe(frame);
  while (frame.shares_line && reader.read_further(frame)) text += "; " + symkit::test::describe(frame);
  return text;
}

}  // namespace

TEST_CASE("Bun's reports") {
  // Of Linux, with a frame of JavaScript, an unknown one and one of another image.
  const std::string linux =
      "https://bun.report/1.1.10/lr15102a94GP4z1oD=4z1oF_CkB/usr/lib/libc.so.6gyyQA2AgB";
  CHECK(frames_of(" " + linux) ==
        "at bun file 1a2b3c; returns to bun file 2a2b3c; returns to libc.so.6 file 42520");
  CHECK(frames_of("http://bun.report/1.1.10/wr15102a94GP4z1oDA9") == "returns to bun.exe offset 1a2b3c");
  CHECK(cause_of(linux) == "SIGSEGV at 10, 1.1.10");
  CHECK(cause_of("see https://bun.report/1.1.10/wr15102a94GP4z1oDA9.") == "out of memory, 1.1.10");
  CHECK(cause_of("https://bun.report/1.1.10/Mr15102a94GP4z1oDA1") == "unreachable, 1.1.10");
}

TEST_CASE("what only looks like Bun's reports") {
  for (const char* line :
       {"https://bun.report/", "https://bun.report/1.1.10/", "https://bun.report/docs/lr15102a94GP4z1oDA9",
        "https://bun.report/1.1.10/lr35102a94GP4z1oDA9", "https://bun.report/1.1.10/xr15102a94GP4z1oDA9",
        "https://bun.report/1.1.10/lr15102a94GP4z1oD", "https://bun.report/1.1.10/lr15102a94GPC/A9",
        "https://bun.report/1.1.10/lr15102a94GPA9", "https://bun.report/1.1.10/lr15102a94GPgggggggggA9"}) {
    CAPTURE(std::string(line));
    CHECK(frames_of(line) == "nothing");
  }
}
