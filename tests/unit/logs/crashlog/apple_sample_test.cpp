// The grammar's corners of trees of calls: sample, spindump and what has theirs.
#include "doctest/doctest.h"

#include "apple_log.h"

using namespace symkit;
using namespace symkit::test::apple;

TEST_CASE("trees of calls") {
  SUBCASE("sample: leaves are where the code was") {
    const Log log({"Analysis of sampling Shop (pid 1) every 1 millisecond", "Call graph:", "    2 Thread_1",
                   "    + 2 ???  (in Shop)  load address 0x102230000 + 0x64bc  [0x1022364bc]",
                   "    +   1 ???  (in Shop)  load address 0x102230000 + 0x64c0  [0x1022364c0]",
                   "    +   1 start  (in Shop) + 8  [0x1022364c4,0x1022364c8,...]", "", image, ""});
    REQUIRE(log.frames.size() == 3);
    CHECK(log.frames[0].address_of == AddressOf::Return);
    CHECK(log.frames[1].address_of == AddressOf::Instruction);
    CHECK(log.frames[2].address_of == AddressOf::Instruction);
    CHECK(log.frames[0].replaced == "???  (in Shop)  load address 0x102230000 + 0x64bc");
    CHECK(log.frames[0].id == uuid);
    CHECK(log.frames[2].address == "0x1022364c4");
    CHECK(log.frames[2].symbol == "start");
  }
  SUBCASE("spindump") {
    const Log log({"Process:         Shop [1]", "  Thread 0x1", "  10  ??? (Shop + 25788) [0x1022364bc]",
                   "   *10  ipc_send + 12 (kernel + 88) [0xffffff8000200058]", "", image, ""});
    REQUIRE(log.frames.size() == 2);
    CHECK(log.frames[0].address_of == AddressOf::Return);
    CHECK(log.frames[0].load == 0x102230000);
    CHECK(log.frames[0].id == uuid);
    CHECK(log.frames[1].symbol == "ipc_send");
  }
  SUBCASE("the heaviest stack is a list, its last is innermost") {
    const Log log({"Heaviest stack for the main thread of the target process:",
                   "  10  ??? (Shop + 25788) [0x1022364bc]", "  10  ??? (Shop + 25792) [0x1022364c0]", "",
                   image, ""});
    CHECK(log.frames.at(0).address_of == AddressOf::Return);
    CHECK(log.frames.at(1).address_of == AddressOf::Instruction);
  }
}

TEST_CASE("a sample waits for its images") {
  CHECK(waits_after({"Analysis of sampling Shop (pid 4711) every 1 millisecond"}));
  CHECK_FALSE(waits_after({"Analysis of sampling Shop (pid 4711) every 1 millisecond", image, ""}));
}
