// The grammar's corners of LLVM's symbolizer markup.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("markup") {
  const std::string_view module = "{{{module:0:dir/libx.so:elf:0123ab}}}";
  const std::string_view mapping = "{{{mmap:0x7000:0x1000:load:0:rx:0x2000}}}";
  const std::string image = " libx.so runtime 7010 slide 5000";
  CHECK(read_log({module, mapping, "{{{bt:0:0x7010:pc}}}"}) == "#0 at" + image + " <0123ab>");
  CHECK(read_log({module, mapping, "{{{bt:1:0x7010}}}"}) == "#1 returns to" + image + " <0123ab>");
  CHECK(read_log({module, mapping, "{{{pc:0x7010:ra}}}"}) == "returns to" + image + " <0123ab>");
  CHECK(read_log({module, mapping, "{{{reset}}}", "{{{bt:1:0x7010:ra}}}"}) == "#1 returns to - runtime 7010");
  CHECK(read_log({module, mapping, "{{{bt:1:0x8000}}}"}) == "#1 returns to - runtime 8000");
  CHECK(kept_of("a {{{bt:1:0x8000:ra}}} b") == "a #1 0x8000| b");
  for (const std::string_view line :
       {"{{{bt:1:8000}}}", "{{{bt:x:0x8000}}}", "{{{pc:0x8000", "{{{}}}", "{{{symbol:f}}}"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("markup may have several frames in one line") {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  REQUIRE(reader.read("x {{{pc:0x10}}} y {{{pc:0x20}}} z\n", frame) == symkit::crashlog::Found::Frame);
  CHECK(frame.shares_line);
  CHECK(frame.runtime_address == 0x10);
  REQUIRE(reader.read_further(frame));
  CHECK(frame.runtime_address == 0x20);
  CHECK(frame.replaced.begin == 18);
  CHECK_FALSE(reader.read_further(frame));
}
