// What is made of MetricKit's reports: the lines of a .crash, or of a tree of calls.
#include <string>

#include "doctest/doctest.h"

#include "logs/crashlog/document.h"

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

TEST_CASE("MetricKit since iOS 27: threads, and names by UUID beside them") {
  const std::string frames =
      R"("callStackPerThread":true,"callStackThreads":[{"threadAttributed":true,"rootFrames":[{"address":74565,)"
      R"("offsetIntoBinaryTextSegment":837,"binaryUUID":"4C4C44E5-5555-3144-A187-19AD5148A1AC","subFrames":[)"
      R"({"address":90000,"offsetIntoBinaryTextSegment":7,"binaryUUID":"00000000-1111-2222-3333-444444444444","subFrames":[]}]}]}])";
  const auto text_of = [&](const std::string& info) {
    const auto reports = crashlog::read_document(
        R"({"result":{"crash":{"_0":{"signal":11,"terminationReason":"Namespace SIGNAL","callStackTree":{)" +
        frames + R"(,"binaryInfo":)" + info + "}}}}}");
    REQUIRE(reports);
    REQUIRE(reports->size() == 1);
    return reports->at(0).text;
  };
  for (
      const char* const info :
      {R"({"4C4C44E5-5555-3144-A187-19AD5148A1AC":{"name":"Shop","uuid":"4C4C44E5-5555-3144-A187-19AD5148A1AC"}})",
       R"(["4C4C44E5-5555-3144-A187-19AD5148A1AC",{"name":"Shop"}])",
       R"([{"name":"Shop","uuid":"4c4c44e5-5555-3144-a187-19ad5148a1ac"}])",
       R"({"4c4c44e5555531 44a18719ad5148a1ac":{"name":"?"},"4c4c44e555553144a18719ad5148a1ac":"Shop"})"}) {
    CAPTURE(info);
    const std::string text = text_of(info);
    CHECK(
        text.starts_with("MetricKit crash diagnostic\nsignal:              11\n"
                         "terminationReason:   Namespace SIGNAL\n\nThread 0 Crashed:\n"
                         "0   Shop                           \t0x0000000000012345 0x12000 + 837\n"));
    // Who has no name is called by its UUID.
    CHECK(text.contains("\n1   00000000-1111-2222-3333-444444444444"));
    CHECK(text.contains(" Shop <4C4C44E5-5555-3144-A187-19AD5148A1AC> ???\n"));
  }
  CHECK(text_of("null").contains("\n0   4C4C44E5-5555-3144-A187-19AD5148A1AC"));
}

TEST_CASE(
    "MetricKit: stacks a hundred thousand frames deep, as lists and as trees, in the old form and the new") {
  constexpr std::size_t levels = 100'000;
  for (const bool per_thread : {true, false}) {
    for (const bool is_new : {true, false}) {
      std::string document =
          R"({"callStackPerThread":)" + std::string(per_thread ? "true" : "false") +
          (is_new ? R"(,"callStackThreads":[{"rootFrames":[)" : R"(,"callStacks":[{"callStackRootFrames":[)");
      for (std::size_t i = 0; i < levels; ++i)
        document += R"({"address":74565,"offsetIntoBinaryTextSegment":837,"subFrames":[)";
      for (std::size_t i = 0; i < levels; ++i) document += "]}";
      document += "]}]}";
      const auto reports = crashlog::read_document(document);
      REQUIRE(reports);
      const auto& frames = reports->at(0).frames;
      CHECK(frames.size() == levels);
      CHECK(reports->at(0).problems.empty());
      const bool first = frames.front().address_of == AddressOf::Instruction;
      const bool last = frames.back().address_of == AddressOf::Instruction;
      CHECK(first == per_thread);
      CHECK(last == !per_thread);
    }
  }
}

TEST_CASE("MetricKit: details nested very deep are left out") {
  std::string document = R"({"callStackTree":{"callStacks":[]},"diagnosticMetaData":)";
  for (int i = 0; i < 100'000; ++i) document += R"({"a":)";
  document += "1" + std::string(100'000, '}') + "}";
  const auto reports = crashlog::read_document(document);
  REQUIRE(reports);
  CHECK(reports->size() == 1);
}
