// The corners of the panics of Apple's kernel.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view panic = "panic(cpu 2 caller 0xfffffe001d4aa018): till is empty @kiosk.c:12";
constexpr std::string_view frame = "\t\t  lr: 0xfffffe001d4aa018  fp: 0xfffffe8ff1b0f540";
constexpr std::string_view id = "Kernel UUID: 1AE5ACFD-3B6F-3D74-AD52-31F1430DBC6F";

}  // namespace

TEST_CASE("Apple's kernel: its own frames, and those of an extension") {
  CHECK(read_log({panic, id, "Kernel slide:     0x0000000016354000", frame}) ==
        "returns to kernel runtime fffffe001d4aa018 slide 16354000 <1ae5acfd3b6f3d74ad5231f1430dbc6f>");
  CHECK(read_log({panic, id, "Kernel slide:     0x0000000016354000", "Kernel text exec slide: 0x1643c000",
                  frame}) ==
        "returns to kernel runtime fffffe001d4aa018 slide 1643c000 <1ae5acfd3b6f3d74ad5231f1430dbc6f>");
  CHECK(read_log({panic,
                  "         "
                  "com.example.kiosk(1.2)[6C4A0F1E-3B6F-3D74-AD52-31F1430DBC6F]@0xfffffe001d4a0000->"
                  "0xfffffe001d4affff",
                  frame}) ==
        "returns to com.example.kiosk runtime fffffe001d4aa018 load fffffe001d4a0000 "
        "<6c4a0f1e3b6f3d74ad5231f1430dbc6f>");
  CHECK(read_log({panic, "Kernel slide: 0x12800000", "0xffffff9116ebb5b0 : 0xffffff8012a91f66 "}) ==
        "returns to kernel runtime ffffff8012a91f66 slide 12800000");
  CHECK(read_log({panic, frame}) ==
        "returns to kernel runtime fffffe001d4aa018 (the log does not say how far the kernel was moved)");
}

TEST_CASE("Apple's kernel: what is no frame, and where the report ends") {
  CHECK(read_line(frame) == "nothing");
  CHECK(read_log({panic, "loaded kexts:", frame}) == "nothing");
  for (const std::string_view line : {"  lr: 0xfffffe001d4aa018", "0x1 : 0xffffff8012a91f66 now",
                                      "  lr: 0xfffffe001d4aa018  fp: 0xfffffe8ff1b0f540 x"}) {
    CAPTURE(line);
    CHECK(read_log({panic, line}) == "nothing");
  }
}

TEST_CASE("Apple's kernel: why it stopped") {
  CHECK(cause_of(panic) == "kernel panic: till is empty @kiosk.c:12");
  CHECK(cause_of("panic(cpu 2) in the kiosk") == "nothing");
}
