// The grammar's corners of heap profiles.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("heap profiles") {
  CHECK(read_log({"heap profile:     12: 1 [    12: 1] @ heapprofile",
                  "    11: 13 [    11: 13] @ 0x401136 0x401140"}) == "returns to - runtime 401136");
  CHECK(read_log({"heap_v2/524288", "@ 0x401136 0x401140"}) == "returns to - runtime 401136");
  CHECK(read_log({"heap_v2/524288", "55d0c1a2b000-55d0c1a2c000 r-xp 00000000 fe:00 12   /opt/kiosk",
                  "@ 0x55d0c1a2ba2b"}) == "returns to kiosk runtime 55d0c1a2ba2b load 55d0c1a2b000");
  std::string kept;
  read_log({"heap_v2/524288", "@ 0x401136 0x401140"}, &kept);
  CHECK(kept == "@ 0x401136| 0x401140");
}

TEST_CASE("addresses outside of a heap profile") {
  CHECK(read_line("mail me @ 0x401136") == "nothing");
  CHECK(read_log({"heap_v2/524288", "see @ 0x401136"}) == "nothing");
  CHECK(read_log({"heap_v2/524288", "11: 13 [11] @ 0x401136"}) == "nothing");
  CHECK(read_log({"heap_v2/524288", "  t*: 11: 13 [0: 0]"}) == "nothing");
}
