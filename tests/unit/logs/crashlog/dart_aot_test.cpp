// The grammar's corners of stacks of compiled Dart.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Dart") {
  const std::string id = "build_id: '0123ab'";
  CHECK(read_log({id, "    #00 abs 000000751c519567 virt 0000000000266567 _kDart+0x19fc27"}) ==
        "#0 at - file 266567 _kDart+19fc27 <0123ab>");
  CHECK(
      read_log({id, "isolate_dso_base: 1000, vm_dso_base: 1000", "  #01 abs 0000000000001567 _kDart+0x27"}) ==
      "#1 at - runtime 1567 load 1000 _kDart+27 <0123ab>");
  CHECK(read_log({id, "#01 abs 0000000000000000 virt 0000000000266567 /x/app.so"}) ==
        "#1 at - file 266567 <0123ab>");
  CHECK(read_log({id, "os: android arch: arm comp: yes sim: no", "#00 abs 0 virt 0000000000000010 _k+0x1"}) ==
        "#0 at - file 10 _k+1 armv7");
  CHECK(read_log({"===== CRASH =====", "os=linux, arch=x64, comp=no, sim=no",
                  "  pc 0x00007fe94b956732 fp 0x00007fe93a0fd9b8 _kDart+0x7fa7f2"}) ==
        "at - runtime 7fe94b956732 _kDart+7fa7f2 x86_64");
  CHECK(read_log({"===== CRASH =====", "  pc 0x1732 fp 0x00007fe93a0fd9b8 _k+0x2",
                  "  pc 0x1832 fp 0x19b8 _k+0x12"}) == "returns to - runtime 1832 _k+12");
  CHECK(read_line("#00 abs 12345678901234567 virt 12345678901234567 _kDart+0x1") ==
        "#0 at - _kDart+1 (the log's address has more than 64 bits)");
}
