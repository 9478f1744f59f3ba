// The grammar's corners of the stacks of Chromium, V8 and LLVM, and what tells them from sanitizers'.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view signal_came = "Received signal 11 SEGV_MAPERR 000000000010";
constexpr std::string_view map = "55d0c1a2b000-55d0c1a2c000 r-xp 00000000 fe:00 12   /opt/kiosk";

}  // namespace

TEST_CASE("Chromium's offsets have stepped back, its addresses have not") {
  CHECK(read_line("#3 0x7f1aa038c520 (/lib/libc.so.6+0x4651f)") == "#3 returns to libc.so.6 file 46520");
  CHECK(read_line("#0 0x7f1aa038c520 (/lib/libc.so.6+0x4651f)") == "#0 returns to libc.so.6 file 46520");
  CHECK(read_line("#3 0x000000401236 (./kiosk+0x401235)") == "#3 returns to kiosk file 401236");
  CHECK(kept_of("#3 0x7f1aa038c520 (/lib/libc.so.6+0x4651f)") == "#3 0x7f1aa038c520|");
}

TEST_CASE("a sanitizer's address is its offset's") {
  CHECK(read_line("    #1 0x574f04be26bc  (/path/suite+0xd3e6bc)") == "#1 calls at suite file d3e6bc");
  CHECK(read_line("    #1 0x574f04be26bc (/path/suite+0xd3e6bc)") == "#1 calls at suite file d3e6bc");
  CHECK(read_line("    #1 0x574f04be26bc in main (/path/suite+0xd3e6bc)") ==
        "#1 calls at suite file d3e6bc main");
  CHECK(read_log({signal_came, "==12==ERROR: AddressSanitizer: SEGV on unknown address 0x10",
                  "    #0 0x574f04be26bc (/path/suite+0xd3e6bc)"}) == "#0 at suite file d3e6bc");
}

TEST_CASE("before Chromium stepped back, both were return addresses: behind its heading only") {
  CHECK(read_log({signal_came, "#0 0x574f04be26bc (/path/chrome+0xd3e6bc)"}) ==
        "#0 returns to chrome file d3e6bc");
  CHECK(read_log({"#0 0x574f04be26bc base::debug::StackTrace::StackTrace()",
                  "#1 0x574f04be26bc (/path/chrome+0xd3e6bc)"}) == "#1 returns to chrome file d3e6bc");
  CHECK(read_log({signal_came, "[end of stack trace]", "#0 0x574f04be26bc (/path/chrome+0xd3e6bc)"}) ==
        "#0 at chrome file d3e6bc");
  CHECK(read_log({"#0 0x574f04be26bc base::debug::StackTrace::StackTrace()",
                  "#0 0x574f04be26bc (/path/chrome+0xd3e6bc)"}) == "#0 at chrome file d3e6bc");
}

TEST_CASE("frames without an image") {
  CHECK(read_line("#4 0x55d0c1a2ba2b <unknown>") == "#4 returns to - runtime 55d0c1a2ba2b");
  CHECK(kept_of("#4 0x55d0c1a2ba2b <unknown>") == "#4 0x55d0c1a2ba2b|");
  CHECK(read_line("#0 0x55d0c1a2ba2b base::debug::CollectStackTrace()") ==
        "#0 returns to - runtime 55d0c1a2ba2b base::debug::CollectStackTrace()");
  CHECK(read_log({"#0 0x55d0c1a2ba2b base::debug::CollectStackTrace()", "#1 0x55d0c1a2ba2b main"}) ==
        "#1 returns to - runtime 55d0c1a2ba2b main");
  CHECK(read_log({map, "#4 0x55d0c1a2ba2b <unknown>"}) ==
        "#4 returns to kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
  CHECK(read_log({map, signal_came, "#4 0x55d0c1a2ba2b <unknown>"}) ==
        "#4 returns to - runtime 55d0c1a2ba2b");
  CHECK(read_log({"#0 0x55d0c1a2ba2b base::debug::CollectStackTrace()",
                  "#1 0x55d0c1a2ba2b main [../../base/run.cc:12]"}) == "context");
}

TEST_CASE("addresses in brackets, behind a signal or V8's heading only") {
  CHECK(read_log({signal_came, "", "==== C stack trace ====", " [0x5592bccad53d]"}) ==
        "returns to - runtime 5592bccad53d");
  CHECK(read_log({signal_came, "[pid=36435][err]  [0x000107f0f2c3]"}) == "returns to - runtime 107f0f2c3");
  CHECK(read_line(" [0x5592bccad53d]") == "nothing");
  CHECK(read_log({signal_came, "[end of stack trace]", " [0x5592bccad53d]"}) == "nothing");
  CHECK(read_log({signal_came, " [0x12]"}) == "nothing");
  CHECK(read_log({signal_came, "Calling [0x5592bccad53d] again"}) == "nothing");
}

TEST_CASE("what the signal interrupted stands behind what the handler returns to") {
  CHECK(read_log({signal_came, "#0 0x55d0c1a2ba2b <unknown>",
                  "#1 0x7f1aa038c520 (/lib/libc.so.6+0x4651f)"}) == "#1 at libc.so.6 file 46520");
  CHECK(read_log({signal_came, "#0 0x55d0c1a2ba2b <unknown>", "#1 0x7f1aa038c520 (/lib/libc.so.6+0x4651f)",
                  "#2 0x55d0c1a2ba2b (./kiosk+0x1a2a)"}) == "#2 at kiosk file 1a2b");
  CHECK(read_log({signal_came, "#0 0x55d0c1a2ba2b <unknown>", "#1 0x7f1aa038c520 (/lib/libc.so.6+0x4651f)",
                  "#2 0x55d0c1a2ba2b (./kiosk+0x1a2a)", "#3 0x7f1aa038c520 (/lib/libc.so.6+0x4651f)",
                  "#4 0x55d0c1a2ba2b (./kiosk+0x1a2a)"}) == "#4 returns to kiosk file 1a2b");
  const std::string_view handler =
      "#0 0x55d0c1a2ba2b base::debug::(anonymous namespace)::StackDumpSignalHandler()";
  CHECK(read_log({signal_came, handler, "#1 0x7f1aa038c520 <unknown>", "#2 0x55d0c1a2ba2b <unknown>"}) ==
        "#2 at - runtime 55d0c1a2ba2b");
  CHECK(read_log({handler, "#1 0x7f1aa038c520 <unknown>", "#2 0x55d0c1a2ba2b <unknown>"}) ==
        "#2 returns to - runtime 55d0c1a2ba2b");
}

TEST_CASE("a signal's trampoline without a name is far away from the handler") {
  CHECK(read_log({signal_came, "#0 0x55d0c1a2ba2b <unknown>", "#1 0x55d0c1a2ba2b <unknown>"}) ==
        "#1 returns to - runtime 55d0c1a2ba2b");
  CHECK(read_log({signal_came, " [0x55d0c1a2ba2b]", " [0x7f1aa038c520]", " [0x55d0c1a2ba2b]"}) ==
        "at - runtime 55d0c1a2ba2b");
  CHECK(read_log({signal_came, " [0x55d0c1a2ba2b]", " [0x7f1aa038c520]", " [0x55d0c1a2ba2b]",
                  " [0x55d0c1a2ba2b]"}) == "returns to - runtime 55d0c1a2ba2b");
}

TEST_CASE("LLVM's own stacks have wider addresses, and have not stepped back") {
  CHECK(read_line(" #3 0x00007f1aa038c520 (/usr/bin/clang+0x46520)") == "#3 returns to clang file 46520");
  CHECK(read_line(" #0 0x00007f1aa038c520 llvm::sys::RunSignalHandlers() (/usr/bin/clang+0x46520)") ==
        "#0 returns to clang file 46520 llvm::sys::RunSignalHandlers()");
  CHECK(read_log({"Stack dump:", "0.\tProgram arguments: clang",
                  " #0 0x000055d0c1a2ba2b (/usr/bin/clang+0xa2b)",
                  " #1 0x00007f1aa038c520 (/lib/libc.so.6+0x46520)",
                  " #2 0x000055d0c1a2ba2b (/usr/bin/clang+0xa2b)"}) == "#2 at clang file a2b");
}

TEST_CASE("lines that only look like these") {
  for (const std::string_view line :
       {"#4  0x55d0c1a2ba2b <unknown>", "#4 0x55d0c1a2ba2b  <unknown>", "#4 0x55d0c1a2ba2b main",
        "#4 0x55d0c1a2ba2b", "#4 55d0c1a2ba2b <unknown>", "Received signal eleven", "Received signal 1111",
        "Received signal 11th"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}
