// The list of findings: bounded, counted, in the order of the file.
#include "support.h"

using namespace symkit;
using namespace symkit::verify;

TEST_CASE("beyond a bound findings are only counted, and the count survives being put together") {
  Findings all, other;
  for (std::size_t i = 0; i < Findings::most_of_kind; ++i) all.add({.kind = Kind::Text, .what = "a"});
  for (std::size_t i = 0; i < Findings::most_of_kind + 5; ++i) other.add({.kind = Kind::Text, .what = "b"});
  other.add({.kind = Kind::Entry, .what = "c"});
  all.take(other);
  CHECK(all.count(Kind::Text) == 2 * Findings::most_of_kind + 5);
  CHECK(all.count(Kind::Entry) == 1);
  CHECK(all.count() == 2 * Findings::most_of_kind + 6);
  CHECK(all.all().size() == Findings::most_of_kind + 1);
  CHECK(other.empty());
}

TEST_CASE("findings are told by unit and entry, what concerns the file first") {
  Findings findings;
  findings.add({.kind = Kind::Text, .unit = 20, .entry = 25, .what = "4"});
  findings.add({.kind = Kind::Text, .unit = 10, .entry = 15, .what = "3"});
  findings.add({.kind = Kind::LineProgram, .unit = 10, .what = "2"});
  findings.add({.kind = Kind::Section, .what = "1"});
  findings.sort();
  std::string order;
  for (const Finding& finding : findings.all()) order += finding.what;
  CHECK(order == "1234");
}

TEST_CASE(
    "what several units found of one thing is told once, of the first; what is each unit's own is not") {
  Findings findings;
  for (const std::uint64_t unit : std::initializer_list<std::uint64_t>{30, 10, 20})
    findings.add(
        {.kind = Kind::LineProgram, .unit = unit, .what = "the line program at 0x0", .is_shared = true});
  for (const std::uint64_t unit : std::initializer_list<std::uint64_t>{30, 10})
    findings.add({.kind = Kind::UnitHeader, .unit = unit, .what = "bad"});
  findings.sort();
  CHECK(findings.count(Kind::LineProgram) == 1);
  CHECK(findings.count(Kind::UnitHeader) == 2);
  REQUIRE(findings.all().size() == 3);
  CHECK(findings.all()[0].unit == 10);
}

TEST_CASE("each kind has words of its own") {
  for (std::size_t i = 0; i < kind_count; ++i) {
    const auto kind = static_cast<Kind>(i);
    CHECK_FALSE(word_for(kind).empty());
    CHECK_FALSE(plural_of(kind).empty());
    CHECK_FALSE(meaning_of(kind).empty());
    for (std::size_t j = 0; j < i; ++j) CHECK(word_for(kind) != word_for(static_cast<Kind>(j)));
  }
}
