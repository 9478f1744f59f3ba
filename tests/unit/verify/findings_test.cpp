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

TEST_CASE("each kind has words of its own") {
  for (std::size_t i = 0; i < kind_count; ++i) {
    const auto kind = static_cast<Kind>(i);
    CHECK_FALSE(word_for(kind).empty());
    CHECK_FALSE(plural_of(kind).empty());
    CHECK_FALSE(meaning_of(kind).empty());
    for (std::size_t j = 0; j < i; ++j) CHECK(word_for(kind) != word_for(static_cast<Kind>(j)));
  }
}
