// Go's stacks without files: which lines are of them, and which frame a signal interrupted.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_log;

namespace {

constexpr std::string_view heading = "goroutine 18 [running]:";
constexpr std::string_view signal = "[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x49e963]";

}  // namespace

TEST_CASE("a goroutine's frame is the function of the line before and an offset") {
  CHECK(read_log({heading, "main.total(0x0?, 0x5)", "\t?:0 +0x42"}) == "returns to - main.total+42");
  CHECK(read_log({heading, "main.(*shelf).at(0x1, {0x2, 0x3})", "\t??:0 +0x42"}) ==
        "returns to - main.(*shelf).at+42");
  CHECK(read_log({heading, "main.pick[...](0x0?)", "    ?:0 +0x1b"}) == "returns to - main.pick[...]+1b");
  CHECK(read_log({heading, "panic({0x4bb840?, 0x1?})", "\t?:0 +0x16f"}) ==
        "returns to - runtime.gopanic+16f");
  CHECK(read_log({heading, "main.f()", "\t?:0 +0x1", "created by main.main in goroutine 1", "\t?:0 +0x66"}) ==
        "returns to - main.main+66");
  CHECK(read_log({heading, "created by main.main", "\t?:0 +0x66"}) == "returns to - main.main+66");
  CHECK(read_log({heading, "main.f()", "\t?:0 +0x1", "...12 frames elided...", "main.g()", "\t?:0 +0x2"}) ==
        "returns to - main.g+2");
  CHECK(read_log({"goroutine 6 gp=0x1 m=0 mp=0x2 [running]:", "main.f()",
                  "\t?:0 +0x53 fp=0x27d1f48 sp=0x27d1ef8 pc=0x49e513"}) ==
        "returns to - runtime 49e513 main.f+53");
  CHECK(read_log({"runtime stack:", "runtime.fatal({0x1, 0x2})", "\t?:0 +0x5c"}) ==
        "returns to - runtime.fatal+5c");
  CHECK(read_log({"2024-01-02T03:04:05Z goroutine 1 [select]:", "2024-01-02T03:04:05Z main.f()",
                  "2024-01-02T03:04:05Z \t?:0 +0x53"}) == "returns to - main.f+53");
}

TEST_CASE("lines with files, inlined calls and other text are no frames") {
  CHECK(read_log({heading, "main.f()", "\t/src/main.go:12 +0x42"}) == "nothing");
  CHECK(read_log({heading, "main.f(...)", "\t?:0"}) == "context");
  CHECK(read_log({heading, "\t?:0 +0x42"}) == "nothing");
  CHECK(read_log({heading, "main.f()", "\t?:0 +0x0"}) == "nothing");
  CHECK(read_log({heading, "main.f()", "\t?:0 +0x11112222333344445"}) == "nothing");
  CHECK(read_log({heading, "main.f()", "", "\t?:0 +0x42"}) == "nothing");
  CHECK(read_log({"main.f()", "\t?:0 +0x42"}) == "nothing");
  CHECK(read_log({"goroutine 18 is here:", "main.f()", "\t?:0 +0x42"}) == "nothing");
  CHECK(read_log({heading, "no call of main.f()", "\t?:0 +0x42"}) == "nothing");
  CHECK(read_log({heading, ")", "main.f))", "\t?:0 +0x42"}) == "nothing");
}

TEST_CASE("the frame that a signal interrupted stands at its instruction") {
  // The first, or the one behind what panics: where it is, the file can be held against.
  CHECK(read_log({signal, "", "goroutine 1 [running]:", "main.behind(0x1f)", "\t?:0 +0x23"}) ==
        "at - runtime 49e963 main.behind+23");
  CHECK(read_log({signal, "goroutine 1 [running]:", "main.again.func1()", "\t?:0 +0x66", "panic({0x4a, 0x5})",
                  "\t?:0 +0x13a", "main.behind(0x1f)", "\t?:0 +0x23"}) ==
        "at - runtime 49e963 main.behind+23");
  CHECK(read_log({signal, "goroutine 1 [running]:", "main.again.func1()", "\t?:0 +0x66"}) ==
        "returns to - main.again.func1+66");
  CHECK(read_log({signal, "goroutine 1 [running]:", "main.f()", "\t?:0 +0x23", "main.g()", "\t?:0 +0x23"}) ==
        "returns to - main.g+23");
  CHECK(read_log({signal, "goroutine 1 [running]:", "main.f()", "\t?:0 +0x23", "",
                  "goroutine 2 [select]:", "main.g()", "\t?:0 +0x23"}) == "returns to - main.g+23");
  CHECK(read_log({"PC=0x46d2a1 m=0 sigcode=0", "goroutine 0 [idle]:", "runtime.futex(0x1)", "\t?:0 +0x21"}) ==
        "at - runtime 46d2a1 runtime.futex+21");
  CHECK(read_log({heading, "runtime.sigpanic()", "\t?:0 +0x1 fp=0x1 sp=0x2 pc=0x45", "main.f()",
                  "\t?:0 +0x23 fp=0x3 sp=0x4 pc=0x49e963"}) == "at - runtime 49e963 main.f+23");
}
