// The grammar's corners of swift-backtrace's reports.
#include <string>

#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::frames_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view crashed = "Thread 0 \"kiosk\" crashed:";
constexpr std::string_view images = "Images (12 omitted):";
constexpr std::string_view kiosk =
    "0x0000560d6fc4f000–0x0000560d6fc52ae9 6274c85adc54c0eb5eda2714267673097741400a kiosk     "
    "/opt/kiosk/kiosk";
constexpr std::string_view libc =
    "0x00007f5c945dc000–0x00007f5c9476b4ad <no build ID> libc.so.6 /usr/lib/libc.so.6";

// What a frame's line is once its report's images have been read.
std::string with_images(std::initializer_list<std::string_view> stack) {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  for (const std::string_view line : stack) reader.read(line, frame);
  for (const std::string_view line : {images, kiosk, libc}) reader.read(line, frame);
  reader.read("Backtrace took 0.00s", frame);
  reader.report().replay(true);
  std::string text;
  for (const std::string_view line : stack)
    text = reader.read(line, frame) == symkit::crashlog::Found::Frame ? symkit::test::describe(frame)
                                                                      : "no frame";
  return text;
}

}  // namespace

TEST_CASE("addresses alone, with their marks") {
  CHECK(with_images({crashed, "0      0x0000560d6fc51727"}) ==
        "#0 at kiosk runtime 560d6fc51727 load 560d6fc4f000 <6274c85adc54c0eb5eda2714267673097741400a> in 0");
  CHECK(with_images({crashed, "1 [ra] 0x00007f5c94605fba"}) ==
        "#1 returns to libc.so.6 runtime 7f5c94605fba load 7f5c945dc000 in 0");
  CHECK(with_images({crashed, "0         0x0000560d6fc51727", "3 [async] 0x0000560d6fc51b00"})
            .starts_with("#3 at "));
  CHECK(read_log({crashed, "1 [ra] 0x000000000000002a"}) == "#1 returns to - runtime 2a in 0");
}

TEST_CASE("where a form has no marks, all but the first frame hold return addresses") {
  CHECK(read_log({crashed, "0 0x0000560d6fc51727"}) == "#0 at - runtime 560d6fc51727 in 0");
  CHECK(read_log({crashed, "0 0x0000560d6fc51727", "1 0x0000560d6fc51822"}) ==
        "#1 returns to - runtime 560d6fc51822 in 0");
  // Behind inlined calls the function round them has no mark, and is where the program was.
  CHECK(read_log({crashed, "0 [inlined] 0x0000560d6fc51727 f in kiosk at /a.swift:1:2",
                  "1           0x0000560d6fc51728 g + 4 in kiosk"}) ==
        "#1 at kiosk runtime 560d6fc51728 g+4 in 0");
}

TEST_CASE("names, and places that are none") {
  CHECK(read_log({crashed, "4 [ra] 0x00007f5c94605fba <unknown> in libc.so.6"}) ==
        "#4 returns to libc.so.6 runtime 7f5c94605fba in 0");
  CHECK(read_log(
            {crashed,
             "0 [system] 0x0000560d6fc51727 Basket.total(upTo:) + 103 in kiosk at //<compiler-generated>"}) ==
        "#0 at kiosk runtime 560d6fc51727 Basket.total(upTo:)+67 in 0");
  CHECK(
      read_log({crashed,
                "1 [ra] [thunk] 0x0000560d6fc51727 @objc closure #1 in static Kiosk.main() + 8 in kiosk"}) ==
      "#1 returns to kiosk runtime 560d6fc51727 @objc closure #1 in static Kiosk.main()+8 in 0");
  CHECK(read_log({crashed, "3 [ra] 0x0000560d6fc52ad9 main - 8 in kiosk at /src/at home/kiosk.swift"}) ==
        "#3 returns to kiosk runtime 560d6fc52ad9 main - 8 in 0");
}

TEST_CASE("what was looked up already is left alone") {
  CHECK(
      read_log({crashed, "1 [ra] 0x0000560d6fc51822 serve(_:_:) + 97 in kiosk at /src/kiosk.swift:32:30"}) ==
      "named #1 serve(_:_:) at /src/kiosk.swift:32:30 in kiosk");
  CHECK(read_log({crashed, "0 [inlined] [system] 0x0000560d6fc51727 f in kiosk at //<compiler-generated>"}) ==
        "named #0 f in kiosk [inlined]");
  CHECK(read_log({crashed, "0 [inlined] 0x0000560d6fc51727 f in kiosk at //<compiler-generated>",
                  "1           0x0000560d6fc51727 g + 8 in kiosk at //<compiler-generated>"}) ==
        "named #1 g in kiosk");
  CHECK(read_log({crashed, "  0 Basket.price(at:) in kiosk at /src/kiosk.swift:17:17"}) ==
        "named #0 Basket.price(at:) at /src/kiosk.swift:17:17 in kiosk");
}

TEST_CASE("where a report begins and ends") {
  CHECK(read_line("0      0x0000560d6fc51727") == "nothing");
  CHECK(read_log({"Thread 1:", "0      0x0000560d6fc51727"}) == "nothing");
  for (const std::string_view begin : {"*** Signal 4: Backtracing from 0x560d6fc51727... done ***",
                                       "*** Program crashed: Illegal instruction at 0x1 ***",
                                       "*** Swift runtime failure: Index out of range ***",
                                       "💣 \x1b[91mProgram crashed: Bad pointer at 0x1\x1b[39m"}) {
    CAPTURE(begin);
    CHECK(read_log({begin, "Thread 7:", "0      0x0000560d6fc51727"}) == "#0 at - runtime 560d6fc51727 in 7");
    CHECK(read_log({begin, "Backtrace took 30.12s", "0      0x0000560d6fc51727"}) == "nothing");
  }
  CHECK(read_line("*** Signal lost ***") == "nothing");
}

TEST_CASE("a report that was cut off does not wait forever") {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  reader.read(crashed, frame);
  for (const std::string_view line : {"0      0x0000560d6fc51727", "", "   15|   @inline(__always)", "...",
                                      "Registers:", "rax 0x000055ffbb8ee180  ee b8  ··", "  16│ x"})
    for (int i = 0; i < 30; ++i) reader.read(line, frame);
  CHECK(reader.report().waits_for_images());
  for (int i = 0; i < 16; ++i) reader.read("GET /orders 200", frame);
  CHECK(reader.report().waits_for_images());
  reader.read("GET /orders 200", frame);
  CHECK(!reader.report().waits_for_images());
  CHECK(reader.read("0      0x0000560d6fc51727", frame) == symkit::crashlog::Found::Nothing);
}

TEST_CASE("numbers that are none") {
  CHECK(read_log({crashed, "0 0x10000560d6fc51727"}) ==
        "#0 at - in 0 (the log's address has more than 64 bits)");
  CHECK(read_log({crashed, "99999999999 0x0000560d6fc51727"})
            .ends_with("(the log's frame number is impossible)"));
  CHECK(read_log({crashed, images, "0x10000000000000000–0x2 ab x /x", "0      0x0000000000000001"}) ==
        "#0 at - runtime 1 in 0");
}
