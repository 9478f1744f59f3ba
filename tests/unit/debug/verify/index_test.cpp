// An index held against itself and against what it was made from.
#include "debug/verify/index_check.h"
#include "support.h"

using namespace symkit;
using namespace symkit::test;

namespace {

struct Made {
  explicit Made(const Plan& plan) : dwarf(plan.form) {
    add_unit(dwarf, plan);
    image.add_code(0x1000, 0x100).add_debug(dwarf);
    image.add_symbol("first", 0x1000, 0x40);
    if (auto bytes = symbols::prepare(image, {})) index = *bytes;
  }
  SynthDwarf dwarf;
  FakeImage image;
  std::vector<std::uint8_t> index;
};

}  // namespace

TEST_CASE("a sound index is found sound, by itself and against its source") {
  Made made({});
  const verify::IndexReport own = verify::check_index(made.index, 2);
  CHECK(words_of(own.findings) == Words{});
  CHECK(own.is_native);
  CHECK(own.functions == 3);
  CHECK(own.lookups >= 6);
  const auto compared = verify::compare_index(made.index, made.image, {.jobs = 2});
  REQUIRE(compared.has_value());
  CHECK(words_of(compared->findings) == Words{});
  CHECK(compared->lookups > own.lookups);
}

TEST_CASE("whichever byte of an index is changed, its checksums tell") {
  Made made({});
  for (std::size_t at = 0; at < made.index.size(); at += 7) {
    std::vector<std::uint8_t> changed = made.index;
    changed[at] ^= 0x10;
    CAPTURE(at);
    // The few bytes between two sections are nobody's.
    const bool is_padding = made.index[at] == 0 && verify::check_index(changed, 1).findings.empty();
    if (!is_padding) CHECK_FALSE(verify::check_index(changed, 1).findings.empty());
  }
}

TEST_CASE("however short an index is cut, it is refused in words") {
  Made made({});
  for (std::size_t size = 0; size < made.index.size(); size += 13) {
    const verify::IndexReport report = verify::check_index(Bytes(made.index).first(size), 1);
    CHECK(words_of(report.findings) == Words{"index-damaged"});
  }
}

TEST_CASE("an index of other lines answers wrongly, and each wrong answer is told once") {
  Made mine({}), other({.call_begin = 0x1018});
  const auto compared = verify::compare_index(mine.index, other.image, {});
  REQUIRE(compared.has_value());
  // The inlined call is at 0x1010 to 0x1018 in one and at 0x1018 to 0x1020 in the other.
  REQUIRE(words_of(compared->findings) == Words{"index-answer", "index-answer"});
  CHECK(compared->findings.all()[0].what.starts_with("at 0x1010 it answers \"0x1000-0x1040 valve"));
  CHECK(compared->findings.all()[1].what.starts_with("at 0x1018 it answers \"0x1000-0x1040 first"));
}

TEST_CASE("an index of a file with other sections is stale") {
  Made made({});
  made.image.add_section(".data", 0x4000, 0x10, false);
  const auto compared = verify::compare_index(made.index, made.image, {});
  REQUIRE(compared.has_value());
  CHECK(words_of(compared->findings) == Words{"index-stale"});
}

TEST_CASE("a file without debug information is not the source of an index that has some") {
  Made made({});
  FakeImage stripped;
  stripped.add_code(0x1000, 0x100);
  stripped.add_symbol("first", 0x1000, 0x40);
  CHECK_FALSE(verify::may_be_source(made.index, stripped));
  CHECK(verify::may_be_source(made.index, made.image));
  const auto of_stripped = symbols::prepare(stripped, {});
  REQUIRE(of_stripped.has_value());
  CHECK(verify::may_be_source(*of_stripped, stripped));
}
