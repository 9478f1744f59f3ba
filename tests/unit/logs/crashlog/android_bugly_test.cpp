// Frames of crash services, which have Android's and say more.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("frames of crash services say the processor and the id themselves") {
  CHECK(read_line("#01 pc 2e63c /a/libmmkv.so [arm64-v8a::1051e232]") ==
        "#1 calls at libmmkv.so file 2e63c <1051e232> arm64");
  CHECK(read_line("#01 pc 2e63c /a/libmmkv.so (a::b(int)+12) [armeabi-v7a::1051e232]") ==
        "#1 calls at libmmkv.so file 2e63c <1051e232> armv7");
  CHECK(read_line("pc 0x0000000000022074 libc.so [arm64-v8a::77e6]") == "at libc.so file 22074 <77e6> arm64");
  CHECK(read_line("#01 pc 2e63c /a/libx.so [x86_64::]") == "#1 calls at libx.so file 2e63c x86_64");
  CHECK(read_line("pc 0x22074 libc.so [nonsense::77e6]") == "nothing");
  CHECK(read_log({"ABI: 'arm'", "#01 pc 10 /a/libx.so [x86_64::77e6]"}) ==
        "#1 calls at libx.so file 10 <77e6> x86_64");
  CHECK(kept_of("#01 pc 2e63c /a/libmmkv.so [arm64-v8a::1051e232] x") == "#01 pc 2e63c| x");
}
