#include "logs/crashlog/prefix_column.h"

#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "logs/crashlog/reader.h"

using namespace symkit::crashlog;
using Texts = std::vector<std::string>;

namespace {

// The functions of all frames in the lines, with a blank after each.
std::string functions_in(const Texts& lines) {
  Reader reader(ReadFor::Names);
  std::string functions;
  Frame frame;
  for (const std::string& line : lines) {
    const Found found = reader.read(line, frame);
    if (found == Found::Named || found == Found::Frame) (functions += frame.said.function) += ' ';
  }
  return functions;
}

const Texts stack = {"Error: closed", "    at take (/shop/till.js:9:5)", "    at serve (/shop/clerk.js:4:1)"};

}  // namespace

TEST_CASE("a prefix of the same shape") {
  CHECK(end_of_same_prefix("[rank0]: ", "[rank12]: x") == 10);
  CHECK(end_of_same_prefix("INFO 12:", "ERROR 13:x") == 9);
  CHECK(end_of_same_prefix("E1121 06:01:02.3 7 a.cc:1] ", "I1121 06:01:03.4 7 a.cc:1] x") == 27);
  CHECK(end_of_same_prefix("   9 ", " 100 x") == 5);
  CHECK(end_of_same_prefix("[linux] ", "[macos] x") == 0);
  CHECK(end_of_same_prefix("[linux] ", "[linux]") == 7);  // an empty line
  CHECK(end_of_same_prefix("[linux] ", "[lin") == 0);
  CHECK(end_of_same_prefix("CPU: ", "RIP: x") == 0);
}

TEST_CASE("frames are found behind a column that the lines have in common") {
  for (const char* prefix :
       {"[linux] ", "5: ", "E   ", "(worker pid=7) ", "kiosk.log:", "0|kiosk  | ", "│ ", "ERROR - "}) {
    CAPTURE(std::string(prefix));
    Texts lines;
    for (const std::string& line : stack) lines.push_back(prefix + line);
    CHECK(functions_in(lines) == "take serve ");
  }
}

TEST_CASE("lines that were numbered by an editor or a search") {
  for (const char* mark : {":", "-", "\t", " ", ". ", ") ", " | "}) {
    CAPTURE(std::string(mark));
    Texts lines;
    for (const std::string& line : stack) lines.push_back(std::to_string(98 + lines.size()) + mark + line);
    CHECK(functions_in(lines) == "take serve ");
  }
}

TEST_CASE("what a stack's own lines have in common is no prefix") {
  CHECK(functions_in({"#0  0x1 in take () at till.c:9", "#1  0x2 in serve () at clerk.c:4",
                      "#2  <signal handler called>", "#3  0x3 in open () at shop.c:2"}) ==
        "take serve open ");
  CHECK(functions_in({"    at com.shop.Till.take(Till.java:9)", "    ... 1 more",
                      "    at com.shop.Clerk.serve(Clerk.java:4)"}) ==
        "com.shop.Till.take com.shop.Clerk.serve ");
}

TEST_CASE("the first lines of a log show its column before a frame") {
  PrefixColumn column;
  column.begin("[linux] a\n[linux] b\n[linux] c\n[linux] d\n");
  CHECK(column.take("[linux] x", 0) == 0);
  const auto starts = column.further_starts(false);
  REQUIRE(starts.size() == 1);
  CHECK(starts[0] == 8);
  column.confirm(8);
  CHECK(column.is_new());
  CHECK(column.take("[linux] y", 0) == 8);
  CHECK(!column.is_new());
  CHECK(column.take("y", 0) == 0);
}

TEST_CASE("a report's heading shows a column, too") {
  Reader reader;
  Frame frame;
  for (const char* line :
       {"[web] #", "[web] # A fatal error has been detected by the Java Runtime Environment:", "[web] #",
        "[web] # Problematic frame:"})
    reader.read(line, frame);
  REQUIRE(reader.read("[web] # C  [libkiosk.so+0x1134]  pour+0x1b", frame) == Found::Frame);
  CHECK(frame.address_of == symkit::AddressOf::Instruction);
}

TEST_CASE("a column before a path is no part of it") {
  Reader reader;
  Frame frame;
  reader.begin_log("// a\n// b\n// c\n// d\n");
  reader.read("// Current thread's C stack trace (most recent call first):", frame);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(reader.read("//   Binary file \"/opt/kiosk\", at +0x17cd [0x4017cd]", frame) == Found::Frame);
    CHECK(frame.image.path == "/opt/kiosk");
  }
}

TEST_CASE("a time may follow a column") {
  Reader reader;
  Frame frame;
  const std::string line =
      "[web] [  812.345678] kiosk[4711]: segfault at 0 ip 4010ca sp 7ffd error 4 in kiosk[401000+1000]";
  for (int i = 0; i < 3; ++i) reader.read(line, frame);
  CHECK(reader.read(
            "[web] [  812.345679] kiosk[12]: segfault at 0 ip 4010ca sp 7ffd error 4 in kiosk[401000+1000]",
            frame) == Found::Frame);
}

TEST_CASE("a frame's own numbers and addresses are no column") {
  Reader reader;
  Frame frame;
  for (const char* line :
       {"handle_crash: Program crashed with signal 11", "",
        "[1] 7b1f9f645cb0 (libc.so.6+45cb0) - /usr/lib/libc.so.6(+0x45cb0) [0x7b1f9f645cb0]",
        "[2] 4922009 (main+4522009) - /opt/till/till() [0x4922009]",
        "[3] 1eb7c20 (main+1ab7c20) - /opt/till/till() [0x1eb7c20]"}) {
    reader.read(line, frame);
    CHECK(reader.start() == 0);
  }
}

TEST_CASE("valgrind's mark of its lines is no column") {
  Reader reader(ReadFor::Names);
  Frame frame;
  for (const char* line :
       {"+==4711== Invalid read of size 4", "+==4711==    at 0x1091A4: shop::Stamp::value() (stamp.cpp:15)",
        "+==4711==    by 0x1092B0: shop::Letter::send() (letter.cpp:29)"}) {
    reader.read(line, frame);
    CHECK(*reader.start() <= 1);
  }
  CHECK(*reader.start() == 1);
}
