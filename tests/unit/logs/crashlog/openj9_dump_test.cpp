// The corners of OpenJ9's crashes.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view heading = "Type=Segmentation error vmState=0x00000000";
constexpr std::string_view registers = "RIP=00007FBFA8146D14 GS=0000 FS=0000 RSP=00007FBFA94871D0";
constexpr std::string_view module = "Module=/usr/lib/jvm/lib/libj9vm29.so";
constexpr std::string_view base = "Module_base_address=00007FBFA80D6000";

}  // namespace

TEST_CASE("OpenJ9: where the signal came") {
  CHECK(read_log({heading, registers, module, base}) ==
        "at libj9vm29.so runtime 7fbfa8146d14 load 7fbfa80d6000");
  CHECK(read_log({registers, module, base}) == "nothing");
  CHECK(read_log({heading, module, base}) == "nothing");
  CHECK(read_log({heading, registers, module, base, base}) == "nothing");
  CHECK(read_log({heading, "RIP=0000000000001000 GS=0000", module, base}) == "nothing");
}

TEST_CASE("OpenJ9: native frames") {
  CHECK(read_line("_ZN3Bar5startEv+0x12 (0x00007F3A2C401898 [libbar.so+0x1898])") ==
        "at libbar.so offset 1898 runtime 7f3a2c401898 _ZN3Bar5startEv");
  CHECK(read_line(" (0x00007F3A2C401899 [libj9prt29.so+0x1899])") ==
        "at libj9prt29.so offset 1899 runtime 7f3a2c401899");
  for (const std::string_view line :
       {"see (0x00007F3A2C401898 [libbar.so+0x1898])", "f+0x12 (0x12 [libbar.so+0x1898])",
        "f+0x12 (0x00007F3A2C401898 [+0x1898])", "f+0x12 (0x00007F3A2C401898 [libbar.so])"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: openj9 dump") {
  CHECK(cause_of("Type=Segmentation error vmState=0x00000000") == "SIGSEGV");
  CHECK(cause_of("Type=text") == "nothing");
}
