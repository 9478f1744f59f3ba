// One answer, described for who asked for an address and for a log's frame.
#include "answers/rewrite/description.h"

#include <array>

#include "doctest/doctest.h"

#include "ground/io/blob.h"
#include "keep/index/native_writer.h"

using namespace symkit;
using symbolize::FrameAnswer;
using symbolize::ResolvedFrame;

namespace {

crashlog::Frame frame_named(std::string_view symbol, bool readable) {
  crashlog::Frame frame;
  frame.address_text = "0x1234";
  frame.symbol = symbol;
  frame.readable = readable;
  return frame;
}

}  // namespace

TEST_CASE("What was found is described alike for an address and for a frame") {
  const std::array frames = {ResolvedFrame{"inner", "/src/a.h", 3}, ResolvedFrame{"outer", "/src/a.c", 7}};
  const symbolize::Resolution found{.frames = frames, .function_begin = {0x10}};
  const FrameAnswer answer{.resolution = &found, .image = "libx.so", .offset = 0x18};
  rewrite::Description description;
  const print::Located& located = description.describe(answer);
  REQUIRE(located.frames.size() == 2);
  CHECK(located.frames[0].function == "inner");
  CHECK(located.frames[0].inlined);
  CHECK(located.frames[1].line == 7);
  CHECK_FALSE(located.frames[1].inlined);
  CHECK(located.image == "libx.so");
  CHECK(located.offset_from_function == 8);
  CHECK(description.describe(answer, frame_named("", false)).frames.size() == 2);
  CHECK(description.describe(answer, frame_named("", false)).given == "0x1234");
  CHECK(description.describe(answer).given.empty());
}

TEST_CASE("A frame gets no words that say less than the log's own, or nothing") {
  rewrite::Description description;
  const std::array name_only = {ResolvedFrame{"__write", "", 0}};
  const symbolize::Resolution named{.frames = name_only, .function_begin = {}};
  FrameAnswer answer{.resolution = &named, .image = "libc.so", .offset = 4};
  CHECK(description.describe(answer).frames.size() == 1);
  CHECK(description.describe(answer, frame_named("write", true)).frames.empty());
  CHECK(description.describe(answer, frame_named("write", true)).reason ==
        "the log already has the name, and nothing more is known");
  answer.is_alias = true;
  const print::Located& alias = description.describe(answer, frame_named("write", false));
  REQUIRE(alias.frames.size() == 1);
  CHECK(alias.frames[0].function == "write");

  const std::array nameless = {ResolvedFrame{"", "", 0}};
  const symbolize::Resolution start{.frames = nameless, .function_begin = {}};
  answer = {.resolution = &start, .image = "libc.so", .offset = 4};
  CHECK(description.describe(answer, frame_named("", false)).frames.empty());
  CHECK(description.describe(answer).frames.size() == 1);  // atos prints where it begins
}

TEST_CASE("Why nothing was found: one reason, whoever asked") {
  std::vector<index::Draft> drafts{index::Draft(1)};
  drafts[0].begin_function(0, 0x10, drafts[0].name("f"), index::Source::DebugInfo, 0, 0);
  drafts[0].end_function();
  const std::vector<index::Piece> pieces{{0, 0x10, 0, 0}};
  const std::vector<index::TrampolineRange> trampolines{{0x20, 0x28}};
  const auto image = symbolize::OpenImage::open(
      io::blob_of(index::write_native({{}, drafts, pieces, {}, {}, trampolines}, 1)), "an index");
  REQUIRE(image);
  const auto why = [&](std::uint64_t offset) {
    FrameAnswer answer{.offset = offset, .looked_up = offset};
    answer.take(nullptr, **image);
    rewrite::Description description;
    const print::Located& located = description.describe(answer);
    CHECK(located.frames.empty());
    return std::string(located.reason);
  };
  CHECK(why(0x20) == "the code that a signal handler returns to");
  CHECK(why(0x1000) == "address outside the image");
}
