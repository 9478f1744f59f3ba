#include "reports/group/rules.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

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

TEST_CASE("rules of a section are for reports that its patterns match") {
  Rules rules;
  REQUIRE(
      rules.add("skip function take*, give*\nfor till: stuck*, till: late\nlead function take*\n"
                "tell function wait_* as waiting\nfor *\nown function take_all",
                "mine"));
  const Scope stuck = rules.scope_of("till", "stuck since noon");
  CHECK(rules.scope_of("till", "late") == stuck);
  CHECK(rules.scope_of("till", "early") == 0);
  CHECK(rules.scope_of("", "late") == 0);
  CHECK(rules.verdict({"take_one", "", ""}) == Verdict::Skip);
  CHECK(rules.verdict({"give", "", ""}, stuck) == Verdict::Skip);
  CHECK(rules.verdict({"take_one", "", ""}, stuck) == Verdict::Lead);
  CHECK(rules.verdict({"take_all", "", ""}, stuck) == Verdict::Own);
  CHECK(rules.name({"wait_long", "", ""}, stuck) == "waiting");
  CHECK(rules.name({"wait_long", "", ""}, 0).empty());
  CHECK(rules.deciding({"wait_long", "", ""}, stuck) ==
        "tell function wait_*, for till: stuck*, till: late, mine:4");
  CHECK(rules.deciding({"take_all", "", ""}, stuck) == "own function take_all, mine:6");
  CHECK(rules.sections_in(stuck) == std::vector<std::string>{"for till: stuck*, till: late, mine:2"});
  CHECK(rules.sections_in(0).empty());
}

TEST_CASE("each file of rules that is built in is right") {
  CHECK(standard_rules().size() >= 10);
  for (const auto& [name, text] : standard_rules()) {
    Rules rules;
    const auto added = rules.add(text, name);
    if (!added) FAIL(added.error().message);
  }
}

TEST_CASE("a line that is no rule is said with its place") {
  Rules rules;
  CHECK(rules.add("skip function a\nskp function b", "mine").error().message ==
        "mine:2: 'skp' is not a rule: a line begins with own, library, skip, lead, tell, cut, signal, "
        "handler, anchor, for or depth");
  CHECK_FALSE(rules.add("for", "mine"));
  CHECK_FALSE(rules.add("skip method a", "mine"));
  CHECK_FALSE(rules.add("skip function", "mine"));
  CHECK_FALSE(rules.add("depth many", "mine"));
  CHECK_FALSE(rules.add("depth 0", "mine"));
}
