// The grammar's corners of TCMalloc's line on large allocations.
#include "doctest/doctest.h"

#include "describe.h"

using namespace symkit;
using symkit::test::read_line;

namespace {

// Each frame, and how far the description is from the line's end.
std::string frames_of(std::string_view line) {
  crashlog::Reader reader;
  crashlog::Frame frame;
  std::string text;
  if (reader.read(line, frame) != crashlog::Found::Frame) return "none";
  do {
    text += say(test::describe(frame), " [", std::to_string(line.size() - frame.replaced.end), "]\n");
  } while (frame.shares_line && reader.read_further(frame));
  return text;
}

}  // namespace

TEST_CASE("all addresses of the line are return addresses") {
  CHECK(
      frames_of("tcmalloc: large alloc 1073741824 bytes == 0x55d0c3e2a000 @  0x55d0c1a2ba2b 0x7f591776a3") ==
      "returns to - runtime 55d0c1a2ba2b [13]\nreturns to - runtime 7f591776a3 [0]\n");
  CHECK(frames_of("[12%]tcmalloc: large alloc 1 bytes == 0x5 @ 0x12 0x13 \n") ==
        "returns to - runtime 12 [7]\nreturns to - runtime 13 [2]\n");
  CHECK(frames_of("tcmalloc: large alloc 1 bytes == 0x5 @ 0x12 and 0x13") == "returns to - runtime 12 [9]\n");
  CHECK(frames_of("tcmalloc: large alloc 1 bytes == 0x5 @ 0x12345678901234567 0x13") ==
        "returns to - (the log's address has more than 64 bits) [5]\nreturns to - runtime 13 [0]\n");
}

TEST_CASE("lines without a stack, and what only looks like one") {
  CHECK(read_line("tcmalloc: large alloc 1073741824 bytes == 0x55d0c3e2a000 @ ") == "context");
  for (const std::string_view line :
       {"tcmalloc: large alloc many bytes == 0x5 @ 0x12", "tcmalloc: large alloc 1 bytes == (nil) @ 0x12",
        "tcmalloc: large alloc 1 bytes"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
