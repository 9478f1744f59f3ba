// The grammar's corners of gdb's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("gdb") {
  const std::string_view first = "0x7f3a00000000 0x7f3a00001000 0x1000 0x0 r--p /usr/lib/libx.so";
  const std::string_view code = "0x7f3a00001000 0x7f3a00002000 0x1000 0x1000 r-xp /usr/lib/libx.so";
  const std::string_view frame = "#2  0x00007f3a00001234 in ?? () from /usr/lib/libx.so";
  CHECK(read_line(frame) == "#2 returns to libx.so runtime 7f3a00001234");
  CHECK(read_log({first, code, frame}) == "#2 returns to libx.so runtime 7f3a00001234 load 7f3a00000000");
  CHECK(read_log({code, frame}) == "#2 returns to libx.so byte 1234 runtime 7f3a00001234");
  CHECK(read_log({"#1  <signal handler called>", frame}) == "#2 at libx.so runtime 7f3a00001234");
  CHECK(read_log({"Thread 2 (Thread 0x7f3a (LWP 12)):", "#0  0x12 in f(int) () from /x/liby.so"}) ==
        "#0 at liby.so runtime 12 f(int) in 2");
  CHECK(read_line("#0  0x12 in main (argc=1) at main.c:12") == "context");
  CHECK(read_line("#0  main () at main.c:12") == "nothing");
  CHECK(read_line("    #0 0x55d0c1a2 in f(int) /src/a.cc:5:3 (BuildId: 0a1b)") == "nothing");
  CHECK(kept_of(frame) == "#2  0x00007f3a00001234|");
}

TEST_CASE("the numbers of frames that have their names are no editor's") {
  CHECK(read_log({"#2  0x00007f3a00001bf4 in sort (n=2) at ./stdlib/sort.c:64",
                  "#3  0x00007f3a000019c1 in sort (n=3) at ./stdlib/sort.c:44",
                  "#4  sort (n=4) at ./stdlib/sort.c:53",
                  "#5  0x00007f3a00001d36 in sort (n=5) at ./stdlib/sort.c:44",
                  "#6  __GI___qsort_r (n=6) at ./stdlib/sort.c:296",
                  "#7  0x00007f3a00001234 in ?? () from /usr/lib/libx.so"}) ==
        "#7 returns to libx.so runtime 7f3a00001234");
}

TEST_CASE("gdb's list of libraries says where their code is") {
  const std::string_view heading =
      "From                To                  Syms Read   Shared Object Library";
  const std::string_view library = "0x00007f3a00001040  0x00007f3a00001125  Yes (*)     /usr/lib/libx.so";
  const std::string_view frame = "#2  0x00007f3a00001234 in ?? () from /usr/lib/libx.so";
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame read;
  const auto memory_behind = [&](std::string_view line) {
    reader.read(line, read);
    reader.read(frame, read);
    return read.memory;
  };
  CHECK_FALSE(memory_behind(heading));
  CHECK_FALSE(memory_behind("0x00007f3a00001040  0x00007f3a00001125  Yes (*)     /lib/libx.so"));
  reader.report().begin();
  for (const std::string_view other : {"0x00007f3a00001040  0x00007f3a00001125  Maybe       /usr/lib/libx.so",
                                       "0x00007f3a00001040  0x00007f3a00001040  Yes         /usr/lib/libx.so",
                                       "0x00007f3a00001040 0x00007f3a00001125  Yes         /usr/lib/libx.so",
                                       "0x00007f3a00001040  0x00007f3a00001125  Yes         libx.so"}) {
    CAPTURE(other);
    CHECK_FALSE(memory_behind(other));
  }
  const auto memory = memory_behind(library);
  REQUIRE(memory);
  CHECK(memory->begin == 0x7f3a00001000);
  CHECK(memory->size == 0x1000);
  CHECK(memory->is_section);
  // A mapping says more.
  CHECK_FALSE(memory_behind("0x7f3a00001000 0x7f3a00002000 0x1000 0x0 r-xp /usr/lib/libx.so"));
  CHECK(read.load_address == 0x7f3a00001000);
  // A second list is of another process.
  CHECK_FALSE((reader.read(heading, read), reader.read(heading, read), memory_behind(heading)));
}

TEST_CASE("where the program has stopped") {
  CHECK(read_line("0x00007f3a00001234 in ?? () from /usr/lib/libx.so") == "at libx.so runtime 7f3a00001234");
  CHECK(read_line("0x00001234 in ?? ()") == "at - runtime 1234");
  CHECK(read_line("0x1234 in ?? ()") == "nothing");
  CHECK(read_line("0x00007f3a00001234 in the log") == "nothing");
}
