// The grammar's corners of eu-stack's output.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view thread = "TID 12:";
constexpr std::string_view first = "#1  0x00007ffff7fbc114 - /usr/lib/libkiosk.so";
constexpr std::string_view place = "    [974da62b]@0x7ffff7fbb000+0x1113";

}  // namespace

TEST_CASE("eu-stack's first lines") {
  CHECK(read_log({thread, first}) == "#1 returns to libkiosk.so runtime 7ffff7fbc114 in 12");
  CHECK(read_log({thread, "#0  0x00007ffff7fbc114"}) == "#0 at - runtime 7ffff7fbc114 in 12");
  CHECK(read_log({thread, "#3  0x00007ffff7fbc114 f(int) - libkiosk.so"}) ==
        "#3 returns to libkiosk.so runtime 7ffff7fbc114 f(int) in 12");
  CHECK(read_log({thread, "#3  0x00007ffff7fbc114 a - b - libkiosk.so"}) ==
        "#3 returns to libkiosk.so runtime 7ffff7fbc114 a - b in 12");
  CHECK(read_log({thread, "#3  0x00007ffff7fbc114 - 1 f - libkiosk.so"}) ==
        "#3 returns to libkiosk.so runtime 7ffff7fbc114 f in 12");
  CHECK(read_log({thread, "#3  0x00007ffff7fbc114     f - libkiosk.so"}) ==
        "#3 at libkiosk.so runtime 7ffff7fbc114 f in 12");
  CHECK(read_line(first) == "nothing");
  CHECK(read_log({thread, "#1  0x7ffff7fbc114 - /usr/lib/libkiosk.so"}) == "nothing");
  CHECK(read_log({thread, "#1  0x00007ffff7fbc114x"}) == "nothing");
}

TEST_CASE("the second line has the id, and an offset that has stepped back") {
  CHECK(read_log({thread, first, place}) == "#1 calls at libkiosk.so offset 1113 <974da62b> in 12");
  CHECK(read_log({thread, "#0  0x00007ffff7fbc114", place}) == "#0 at - offset 1113 <974da62b> in 12");
  CHECK(read_log({thread, first, place, place}) == "context");
  CHECK(read_log({first, place}) == "nothing");
  CHECK(read_log({thread, first, "    [974da62b]@0x7ffff7fbb000+0x1113 more"}) == "nothing");
  CHECK(read_log({thread, first, "    [xyz]@0x7ffff7fbb000+0x1113"}) == "nothing");
  // What was said of an address holds for the next time, and frames have second lines from then on.
  CHECK(read_log({thread, first, place, first}) ==
        "#1 returns to libkiosk.so runtime 7ffff7fbc114 load 7ffff7fbb000 <974da62b> in 12");
  CHECK(read_log({thread, first, place, "#2  0x00007ffff7fbc115 - /usr/lib/libkiosk.so"}) == "context");
  CHECK(read_log({thread, first, place, "PID 13 - core", thread, first}) ==
        "#1 returns to libkiosk.so runtime 7ffff7fbc114 in 12");
}

TEST_CASE("a list of modules stands before") {
  const std::string_view list = "PID 13 - core module memory map";
  const std::string_view module = "0x00007ffff7fbb000-0x00007ffff7fbf010 libkiosk.so";
  CHECK(read_log({list, module, "  [974da62b]", "  /usr/lib/libkiosk.so", "PID 13 - core", thread, first}) ==
        "#1 returns to libkiosk.so runtime 7ffff7fbc114 load 7ffff7fbb000 <974da62b> in 12");
  CHECK(read_log({list, module, "  [vdso: 13]", "  -", "PID 13 - core", thread, "#0  0x00007ffff7fbc114"}) ==
        "#0 at libkiosk.so runtime 7ffff7fbc114 load 7ffff7fbb000 in 12");
  CHECK(read_log({list, module, "  [974da62b]", "The end", thread, "#0  0x00007ffff7fbc114"}) ==
        "#0 at libkiosk.so runtime 7ffff7fbc114 load 7ffff7fbb000 <974da62b> in 12");
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  for (const std::string_view line : {list, module, std::string_view("  [974da62b]")})
    reader.read(line, frame);
  CHECK(reader.report().waits_for_images());
  reader.read("The end", frame);
  CHECK_FALSE(reader.report().waits_for_images());
}
