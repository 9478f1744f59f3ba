// Where the image has instructions, by file addresses: what begins elsewhere is not there, what ends
// elsewhere is cut.
#include "debug/debuginfo/code_ranges.h"

#include <optional>
#include <string>

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "support/fake_image.h"

using namespace symkit;
using namespace symkit::test;
using debuginfo::CodeRanges;

namespace {

std::string text_of(const std::optional<dwarf::Range>& range) {
  return range ? say(hex(range->begin), "-", hex(range->end)) : "none";
}

}  // namespace

TEST_CASE("a range is cut at the end of the code that it begins in") {
  FakeImage image;
  image.base = 0x1000;
  image.add_code(0x3000, 0x100).add_code(0x1000, 0x80).add_section(".data", 0x2000, 0x100, false);
  const CodeRanges code(image);
  REQUIRE(code.all().size() == 2);
  CHECK(code.all()[0].begin == 0x1000);
  CHECK(text_of(code.clip(0x1000, 0x1010)) == "0x1000-0x1010");
  CHECK(text_of(code.clip(0x107f, 0x3010)) == "0x107f-0x1080");
  CHECK(text_of(code.clip(0x1080, 0x3010)) == "none");
  CHECK(text_of(code.clip(0x2000, 0x2010)) == "none");
  CHECK(text_of(code.clip(0x30ff, ~std::uint64_t{0})) == "0x30ff-0x3100");
  CHECK(text_of(code.clip(0x3000, 0x3000)) == "none");
  CHECK(text_of(code.clip(0, 0x4000)) == "none");
}

TEST_CASE("code below the text base, or around the end of all addresses, is of no image") {
  FakeImage image;
  image.base = 0x1000;
  image.add_code(0x800, 0x100).add_code(~std::uint64_t{0} - 0x10, 0x100);
  CHECK(CodeRanges(image).all().empty());
}

TEST_CASE("sections that overlap count as one") {
  FakeImage image;
  image.add_code(0x100, 0x100).add_code(0x180, 0x100).add_code(0x280, 0x10);
  const CodeRanges code(image);
  CHECK(text_of(code.clip(0x100, 0x1000)) == "0x100-0x280");
  CHECK(text_of(code.clip(0x280, 0x1000)) == "0x280-0x290");
}
