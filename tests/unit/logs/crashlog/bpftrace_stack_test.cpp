// The corners of bpftrace's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("bpftrace's own form") {
  CHECK(read_log({"@[", "    0x562022d2516a"}) == "at - runtime 562022d2516a");
  CHECK(read_log({"@[", "    __getpid+0", "    0x562022d2516a"}) == "returns to - runtime 562022d2516a");
  CHECK(read_log({"@[", "    0x562022d2516a", "    0x562022d2516b"}) == "returns to - runtime 562022d2516b");
  CHECK(read_log({"@[", "    do_exit+86", ", ", "    0x562022d2516a"}) == "at - runtime 562022d2516a");
  CHECK(read_log({"@[kiosk,", "    0x562022d2516a"}) == "at - runtime 562022d2516a");
  CHECK(read_log({"Attaching 1 probe...", "@stacks[", "    f+1", "    0x562022d2516a"}) ==
        "returns to - runtime 562022d2516a");
  CHECK(read_log({"Attached 2 probes", "", "        0x562022d2516a"}) == "at - runtime 562022d2516a");
  CHECK(read_log({"Attached 2 probes", "", "        f(int)+12", "        0x562022d2516a"}) ==
        "returns to - runtime 562022d2516a");
  CHECK(read_log({"@[", "    __getpid+0"}) == "context");
}

TEST_CASE("bpftrace: what is no stack of it") {
  CHECK(read_line("    0x562022d2516a") == "nothing");
  CHECK(read_log({"@[", "]: 1", "    0x562022d2516a"}) == "nothing");
  CHECK(read_log({"@[kiosk]: 12", "    0x562022d2516a"}) == "nothing");
  CHECK(read_log({"Attaching the handle", "    0x562022d2516a"}) == "nothing");
  CHECK(read_log({"@[", "0x562022d2516a"}) == "nothing");
  CHECK(read_log({"@[", "    0x562022d2516a is it"}) == "nothing");
  CHECK(read_log({"@[", "    0x1"}) == "nothing");
}
