// The grammar's corners of PyTorch's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("PyTorch") {
  CHECK(
      read_line("frame #2: <unknown function> + 0x202452b (0x7fcecccfc52b in /opt/kiosk/libtorch_cpu.so)") ==
      "#2 returns to libtorch_cpu.so offset 202452b runtime 7fcecccfc52b");
  CHECK(read_line("frame #3: at::add(at::Tensor const&) + 0x5b (0x7fce0000005b in /opt/a (b)/libkiosk.so)") ==
        "#3 returns to libkiosk.so runtime 7fce0000005b at::add(at::Tensor const&)+5b");
  CHECK(kept_of("frame #2: <unknown function> + 0x2b (0x7fce in /opt/libkiosk.so)") ==
        "frame #2: | (0x7fce in /opt/libkiosk.so)");
  CHECK(read_line("frame #8: /usr/bin/python3() [0x510ceb]") == "returns to python3 file 510ceb");
  CHECK(read_log({"7fcecacd8000-7fcecccfd000 r-xp 00000000 fe:00 12   /opt/libkiosk.so",
                  "frame #2: total + 0x5b (0x7fcecccfc52b in /opt/libkiosk.so)"}) ==
        "#2 returns to libkiosk.so runtime 7fcecccfc52b load 7fcecacd8000 total+5b");
}

TEST_CASE("PyTorch on Windows: the nearest export") {
  constexpr std::string_view frame =
      "00007FFB9FB86F3200007FFB9FB865E0 c10.dll!c10::Error::Error [<unknown file> @ <unknown line number>]";
  CHECK(read_line(frame) == "returns to c10.dll runtime 7ffb9fb86f32 c10::Error::Error+952");
  CHECK(kept_of(frame) == "00007FFB9FB86F3200007FFB9FB865E0 |");
}

TEST_CASE("lines that only look like PyTorch's") {
  for (const std::string_view line :
       {"frame #2: <unknown function> + 0x2b", "frame #2: f + 0x2b (0x7fce in )",
        "frame #x: f + 0x2b (0x7fce in a)", "frame #2: f + 43 (0x7fce in a)",
        "frame #2: f + 0x2b (7fce in a)", "frame #2: (0x12 in the box)",
        "00007FFB9FB86F32 c10.dll!f [<unknown file> @ <unknown line number>]",
        "00007FFB9FB86F3200007FFB9FB865E0 c10.dll [<unknown file> @ <unknown line number>]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: torch stack") {
  CHECK(cause_of("Exception raised from check at ../c10/core/a.cpp:12 (most recent call first):") ==
        "exception in ../c10/core/a.cpp:12");
}
