#include "reports/group/rules.h"

#include <doctest/doctest.h>

#include "reports/group/standard_rules.h"

using namespace symkit::group;

TEST_CASE("a star stands for any characters, none included") {
  CHECK(fits("abc", "abc"));
  CHECK(fits("abc", "a*"));
  CHECK(fits("abc", "*c"));
  CHECK(fits("abc", "*a*b*c*"));
  CHECK(fits("", "*"));
  CHECK_FALSE(fits("abc", "ab"));
  CHECK_FALSE(fits("abc", "*b"));
  CHECK_FALSE(fits("", "a*"));
}

TEST_CASE("the last rule that fits decides") {
  Rules rules;
  REQUIRE(rules.add(
      "skip function shop::*\nlibrary file */vendor/*\n# a comment\n\nown function shop::Till::*\ndepth 5",
      "mine"));
  CHECK(rules.verdict({"shop::open", "", ""}) == Verdict::Skip);
  CHECK(rules.verdict({"shop::Till::open", "", ""}) == Verdict::Own);
  CHECK(rules.verdict({"shop::open", "/src/vendor/a.c", ""}) == Verdict::Library);
  CHECK(rules.verdict({"other", "", ""}) == Verdict::Own);
  CHECK(rules.depth() == 5);
}

TEST_CASE("each file of rules that is built in is right") {
  CHECK(standard_rules().size() >= 10);
  for (const std::string_view text : standard_rules()) {
    Rules rules;
    const auto added = rules.add(text, "built in");
    if (!added) FAIL(added.error().message);
  }
}

TEST_CASE("a line that is no rule is said with its place") {
  Rules rules;
  CHECK(rules.add("skip function a\nskp function b", "mine").error().message ==
        "mine:2: 'skp' is not a rule: a line begins with own, library, skip, cut, signal or depth");
  CHECK_FALSE(rules.add("skip method a", "mine"));
  CHECK_FALSE(rules.add("skip function", "mine"));
  CHECK_FALSE(rules.add("depth many", "mine"));
  CHECK_FALSE(rules.add("depth 0", "mine"));
}
