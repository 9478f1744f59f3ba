// What is made of MetricKit's reports: the lines of a .crash, or of a tree of calls.
#include <string>

#include "doctest/doctest.h"

#include "crashlog/document.h"

using namespace symkit;

TEST_CASE("MetricKit: which frames are innermost, and where images were loaded") {
  const auto frames_of = [](const std::string& per_thread) {
    const auto reports = crashlog::read_document(
        R"({"callStackTree":{"callStackPerThread":)" + per_thread +
        R"(,"callStacks":[{"callStackRootFrames":[{"binaryName":"Shop","address":74565,"offsetIntoBinaryTextSegment":837,)"
        R"("subFrames":[{"binaryName":"Shop","address":74569,"offsetIntoBinaryTextSegment":73728}]}]}]}})");
    REQUIRE(reports);
    return reports->at(0);
  };
  const auto thread = frames_of("true");
  REQUIRE(thread.frames.size() == 2);
  CHECK(thread.frames[0].address_of == AddressOf::Instruction);
  CHECK(thread.frames[1].address_of == AddressOf::Return);
  // 73728 is the load address itself: 0x12000.
  CHECK(thread.text.contains("0x0000000000012345 0x12000 + 837"));
  CHECK(thread.text.contains("0x0000000000012349 0x12000 + 841"));
  const auto tree = frames_of("false");
  CHECK(tree.frames[0].address_of == AddressOf::Return);
  CHECK(tree.frames[1].address_of == AddressOf::Instruction);
  CHECK(tree.text.contains("  1  ??? (Shop + 837) [0x12345]\n    1  ??? (Shop + 841) [0x12349]\n"));
}
