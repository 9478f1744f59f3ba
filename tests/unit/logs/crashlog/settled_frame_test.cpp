#include "logs/crashlog/settled_frame.h"

#include <doctest/doctest.h>

using namespace symkit::crashlog;

namespace {

bool is_settled_frame(std::string_view text) {
  Frame frame;
  return read_settled_frame(text, frame);
}

}  // namespace

TEST_CASE("a frame with an address, a function, an absolute path and a line is settled") {
  CHECK(is_settled_frame("    #1 0x5605333e2ca0 in shop::ring(int) /src/till.cpp:12:3"));
  CHECK(is_settled_frame("#0 0x12 in main /a.c:1"));
  CHECK(is_settled_frame("  #12 0x7f in operator delete[](void*) /llvm/asan_new_delete.cpp:163:3"));
}

TEST_CASE("frames that other formats may know are not") {
  for (const char* text : {
           "#1  0x0000555555555151 in ring (x=1) at /src/till.c:7",    // gdb
           "#1 0x0000555555555151 in ring(int) at /src/till.cpp:7:3",  // cpptrace
           "#0  0x00007ffff7e4 in raise () from /lib/libc.so.6",       // gdb
           "#0 0x574f04be26bc in ring (/path/suite+0xd3e6bc)",         // without a place
           "#0 0x574f04be26bc  (/path/suite+0xd3e6bc)",                //
           "#0 0x574f04be26bc in ring till.cpp:12:3",                  // it may be relative to anything
           "#0 0x574f04be26bc in /src/till.cpp:12:3",                  // without a function
           "#0 ring /src/till.cpp:12:3",                               // without an address
           "#0 0x574f04be26bc in ring /src/till.cpp",                  // without a line
           "#0 0x574f04be26bc in ring(\\n#1 0x574f04be26bc) /src/till.cpp:1",  // texts of its own
           "",
       })
    CHECK_FALSE_MESSAGE(is_settled_frame(text), text);
}

TEST_CASE("a settled frame says everything") {
  Frame frame;
  REQUIRE(read_settled_frame("    #12 0x5605333e2ca0 in shop::ring(int) /src/till.cpp:12:3", frame));
  CHECK(frame.number == 12);
  CHECK(frame.said.function == "shop::ring(int)");
  CHECK(frame.said.file == "/src/till.cpp");
  CHECK((frame.said.line == 12 && frame.said.column == 3));
}
