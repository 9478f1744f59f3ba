// From a byte of the file, or a piece of memory, to the place in the image.
#include "answers/symbolize/frame_offset.h"

#include <vector>

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::symbolize;

namespace {

// As lld links: the code begins at 0x13f0 of the file and at 0x23f0 of the image.
const std::vector<CodeSegment> one{{0x13f0, {0x23f0}, 0xa30}};
const std::vector<CodeSegment> of_debug_file{{std::nullopt, {0x23f0}, 0xa30}};

FrameReference at_byte(std::uint64_t offset) { return {.file_offset = offset}; }
FrameReference in_memory(std::uint64_t address, std::uint64_t begin, std::uint64_t size) {
  return {.runtime_address = address, .memory = MappedMemory{begin, size}};
}

FrameOffset mapped_place_of(const FrameReference& frame, const std::vector<CodeSegment>& segments,
                            FileAddress text_base, Architecture architecture) {
  return place_of(frame, {segments, text_base, architecture});
}

std::uint64_t offset_of(const FrameReference& frame, const std::vector<CodeSegment>& segments,
                        std::uint64_t text_base = 0) {
  const FrameOffset mapped = mapped_place_of(frame, segments, {text_base}, Architecture::X86_64);
  return mapped.offset ? mapped.offset->value : 0;
}

}  // namespace

TEST_CASE("A byte of the file lies where its segment is mapped") {
  CHECK(offset_of(at_byte(0x13f0), one) == 0x23f0);
  CHECK(offset_of(at_byte(0x1e1f), one) == 0x2e1f);
  CHECK(offset_of(at_byte(0x1e1f), {{0x13f0, {0x4023f0}, 0xa30}}, 0x400000) == 0x2e1f);
  for (const std::uint64_t elsewhere :
       {std::uint64_t{0}, std::uint64_t{0x13ef}, std::uint64_t{0x1e20}, UINT64_MAX})
    CHECK(
        mapped_place_of(at_byte(elsewhere), one, {}, Architecture::X86_64).why_not.contains("another build"));
  CHECK(mapped_place_of(at_byte(0x13f0), of_debug_file, {}, Architecture::X86_64).why_not ==
        "this index does not say where the code is in its file");
  CHECK(mapped_place_of(at_byte(0x13f0), {}, {}, Architecture::X86_64).why_not ==
        "this index does not say where the code is in its file");
  CHECK_FALSE(mapped_place_of({}, one, {}, Architecture::X86_64).is_said);
}

TEST_CASE("A piece of memory is of the one segment that fills it") {
  CHECK(offset_of(in_memory(0x7f0000000500, 0x7f0000000000, 0x1000), of_debug_file) == 0x2500);
  CHECK(offset_of(in_memory(0x7f0000004500, 0x7f0000004000, 0x4000), {{std::nullopt, {0x123f0}, 0x1000}}) ==
        0x10500);
  // What is not of its size is another build's, or a part of it.
  CHECK(mapped_place_of(in_memory(0x7f0000000500, 0x7f0000000000, 0x2000), one, {}, Architecture::X86_64)
            .why_not.contains("fills the memory"));
  // An address outside of the piece says nothing of it.
  CHECK_FALSE(
      mapped_place_of(in_memory(0x7f0000001000, 0x7f0000000000, 0x1000), one, {}, Architecture::X86_64)
          .is_said);
  const std::vector<CodeSegment> two{{std::nullopt, {0x1000}, 0x800}, {std::nullopt, {0x5000}, 0x900}};
  CHECK(mapped_place_of(in_memory(0x7f0000000500, 0x7f0000000000, 0x1000), two, {}, Architecture::X86_64)
            .why_not == "the log does not say which part of the file its memory holds");
}

TEST_CASE("A section's pages are its segment's where they are as many") {
  const auto in_section = [](std::uint64_t size) {
    FrameReference frame = in_memory(0x7f0000000500, 0x7f0000000000, size);
    frame.memory->is_section = true;
    return frame;
  };
  CHECK(offset_of(in_section(0x1000), of_debug_file) == 0x2500);
  const std::vector<CodeSegment> two_pages{{std::nullopt, {0x2ff0}, 0x20}};
  CHECK(offset_of(in_section(0x2000), two_pages) == 0x2500);
  CHECK(mapped_place_of(in_section(0x1000), two_pages, {}, Architecture::X86_64)
            .why_not.contains("info proc mappings"));
  // Larger pages say nothing of a section: it is one that was rounded to small ones.
  CHECK(mapped_place_of(in_section(0x4000), two_pages, {}, Architecture::X86_64)
            .why_not.contains("info proc mappings"));
}

TEST_CASE("An address or a byte of the file is what is code") {
  const auto either = [](std::uint64_t value) {
    return FrameReference{.runtime_address = value, .may_be_file_offset = true, .unmoved_if_fixed = true};
  };
  CHECK(offset_of(either(0x1500), one) == 0x2500);
  CHECK(offset_of(either(0x402500), one) == 0);
  const std::vector<CodeSegment> fixed{{0x1000, {0x401000}, 0x800}};
  CHECK(offset_of(either(0x1500), fixed, 0x400000) == 0x1500);
  CHECK(offset_of(either(0x401500), fixed, 0x400000) == 0x1500);
  CHECK(mapped_place_of(either(0x2500), fixed, {0x400000}, Architecture::X86_64)
            .why_not.contains("another build"));
  const std::vector<CodeSegment> large{{0x1000, {0x401000}, 0x800000}};
  CHECK(
      mapped_place_of(either(0x401500), large, {0x400000}, Architecture::X86_64).why_not.contains("+dsoff"));
  CHECK(offset_of(either(0x1500), large, 0x400000) == 0x1500);
  // A debug file does not say where the code was.
  const FrameOffset lost = mapped_place_of(either(0x1500), of_debug_file, {}, Architecture::X86_64);
  CHECK_FALSE(lost.is_said);
  CHECK(lost.why_not.contains("debug file"));
}

TEST_CASE("The byte of the file counts before the memory") {
  FrameReference frame = in_memory(0x7f0000000500, 0x7f0000000000, 0x1000);
  frame.file_offset = 0x1500;
  CHECK(offset_of(frame, one) == 0x2500);
  CHECK(offset_of(frame, of_debug_file) == 0x2500);
  frame.file_offset = 0x9500;
  CHECK(offset_of(frame, one) == 0);
}

TEST_CASE("A program that can be moved is where valgrind loads it, by the machine's pages") {
  const std::vector<CodeSegment> moved{{0x1000, {0x1000}, 0x800}};
  const auto of_program = [](std::uint64_t address) {
    return FrameReference{.runtime_address = address, .unmoved_if_fixed = true, .loaded_by_valgrind = true};
  };
  const auto on = [](const FrameReference& frame, const std::vector<CodeSegment>& segments,
                     Architecture architecture) {
    return mapped_place_of(frame, segments, {}, architecture);
  };
  const FrameOffset placed = on(of_program(0x10914a), moved, Architecture::X86_64);
  REQUIRE(placed.offset);
  CHECK(placed.offset->value == 0x114a);
  CHECK(placed.is_usual);
  CHECK_FALSE(on(of_program(0x109800), moved, Architecture::X86_64).is_said);
  CHECK_FALSE(on(of_program(0x18114a), moved, Architecture::X86_64).is_said);
  CHECK_FALSE(on(of_program(0x10914a), moved, Architecture::Unknown).is_said);
  CHECK_FALSE(
      on({.runtime_address = 0x10914a, .unmoved_if_fixed = true}, moved, Architecture::X86_64).is_said);
  CHECK_FALSE(mapped_place_of(of_program(0x10914a), moved, {0x400000}, Architecture::X86_64).is_said);
  for (const std::uint64_t base : {0x108000U, 0x120000U, 0x180000U})
    CHECK(on(of_program(base + 0x114a), moved, Architecture::Arm64).offset->value == 0x114a);
  const std::vector<CodeSegment> large{{0x1000, {0x1000}, 0x80000}};
  const FrameOffset either = on(of_program(0x12214a), large, Architecture::Arm64);
  CHECK_FALSE(either.offset);
  CHECK(either.why_not.contains("pages"));
  CHECK(on(of_program(0x12214a), large, Architecture::X86_64).offset->value == 0x1a14a);
}

TEST_CASE("An id says that the file is the one that ran, whatever fills the memory") {
  FrameReference frame = in_memory(0x401136, 0x400000, 0x5000);
  frame.unmoved_if_fixed = true;
  const std::vector<CodeSegment> sections{{std::nullopt, {0x401000}, 0x200}};
  const auto on = [&](std::uint64_t text_base) {
    return mapped_place_of(frame, sections, {text_base}, Architecture::X86_64);
  };
  CHECK(on(0x400000).why_not.contains("another build"));
  frame.image.id = *ImageId::parse("00aa11bb");
  REQUIRE(on(0x400000).offset);
  CHECK(on(0x400000).offset->value == 0x1136);
  CHECK(on(0).why_not == "this index does not say where the code is in its file");
}

TEST_CASE("What cannot be moved is where its file says") {
  const std::vector<CodeSegment> fixed{{0x1000, {0x401000}, 0x200}};
  FrameReference frame{.runtime_address = 0x401136, .unmoved_if_fixed = true};
  CHECK(offset_of(frame, fixed, 0x400000) == 0x1136);
  CHECK_FALSE(mapped_place_of(frame, fixed, {}, Architecture::X86_64).is_said);  // it was moved
  frame.runtime_address = 0x401200;
  CHECK_FALSE(mapped_place_of(frame, fixed, {0x400000}, Architecture::X86_64).is_said);
  frame = {.runtime_address = 0x401136};
  CHECK_FALSE(mapped_place_of(frame, fixed, {0x400000}, Architecture::X86_64).is_said);
}

TEST_CASE("A number that is a byte of the file or an address, nobody says which") {
  const auto either = [](std::uint64_t number) {
    return FrameReference{.file_offset = number, .offset_may_be_address = true};
  };
  const std::vector<CodeSegment> far{{0x13f0, {0x4023f0}, 0xa30}};
  CHECK(offset_of(either(0x13f0), far, 0x400000) == 0x23f0);
  CHECK(offset_of(either(0x4023f0), far, 0x400000) == 0x23f0);
  CHECK(offset_of(either(0x1500), {{0x1000, {0x1000}, 0x800}}) == 0x1500);
  const std::vector<CodeSegment> close{{0x1000, {0x1400}, 0x800}};
  CHECK(offset_of(either(0x1000), close) == 0x1400);
  CHECK(offset_of(either(0x1b00), close) == 0x1b00);
  CHECK(mapped_place_of(either(0x1500), close, {}, Architecture::X86_64)
            .why_not.contains("does not say whether"));
  CHECK(mapped_place_of(either(0x9000), close, {}, Architecture::X86_64).why_not.contains("another build"));
}
