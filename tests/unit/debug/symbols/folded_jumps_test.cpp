// Which functions lead on to functions that share code, by jumps that are known to be all there are.
#include "debug/symbols/folded_jumps.h"

#include <map>
#include <set>
#include <string>

#include "doctest/doctest.h"

using namespace symkit;
using index::Draft;
using index::FoldedJump;

namespace {

// `alpha` and `beta` share a range, `gamma` and `delta` another: members 0 to 3.
struct Program {
  std::vector<Draft> drafts{Draft(1)};
  std::vector<index::FoldedRange> ranges;
  std::uint64_t end = 0;

  Program() {
    for (const char* name : {"alpha", "beta", "gamma", "delta"}) add(name, {});
    for (const std::uint32_t first : {0U, 2U}) {
      index::FoldedRange& range = ranges.emplace_back();
      for (const std::uint32_t function : {first, first + 1})
        range.members.push_back({drafts[0].functions()[function].name, 0, function});
    }
  }
  void add(std::string_view name, const std::vector<std::string_view>& jumps, bool knows_all = true) {
    Draft& draft = drafts[0];
    draft.begin_function(end, end + 16, draft.name(draft.keep(std::string(name))), index::Source::DebugInfo,
                         0, end);
    draft.end_function();
    end += 16;
    if (knows_all) draft.mark_jumps_known();
    for (const std::string_view target : jumps) draft.add_jump(draft.name(draft.keep(std::string(target))));
  }

  std::map<std::string, std::set<std::uint32_t>> jumps() const {
    std::map<std::string, std::set<std::uint32_t>> found;
    for (const FoldedJump& jump : symbols::folded_jumps(ranges, drafts)) {
      const bool is_member = jump.origin_member != FoldedJump::no_member;
      const std::string origin = is_member ? "member " + std::to_string(jump.origin_member)
                                           : std::string(drafts[jump.draft].names()[jump.origin - 1]);
      found[origin].insert(jump.target);
    }
    return found;
  }
};

using Found = std::map<std::string, std::set<std::uint32_t>>;

}  // namespace

TEST_CASE("A jump, and a jump to it, lead to the function at their end") {
  Program program;
  program.add("wrapper", {"beta"});
  program.add("outer", {"wrapper"});
  program.add("other", {"wrapper2"});
  CHECK(program.jumps() == Found{{"wrapper", {1}}, {"outer", {1}}});
}

TEST_CASE("All that are in reach are named") {
  Program program;
  program.add("either", {"alpha", "beta"});
  program.add("apart", {"alpha", "gamma"});
  CHECK(program.jumps() == Found{{"either", {0, 1}}, {"apart", {0, 2}}});
}

TEST_CASE("Nothing is said of what may jump to where nobody knows") {
  Program program;
  program.add("through_pointer", {"alpha", ""});
  program.add("to_that", {"through_pointer", "beta"});
  program.add("to_stranger", {"alpha", "elsewhere"});
  program.add("not_all_known", {"alpha"}, false);
  CHECK(program.jumps().empty());
}

TEST_CASE("Functions of one name are taken for one") {
  Program program;
  program.add("helper", {"alpha"});
  program.add("helper", {"beta"});
  program.add("twin", {"alpha"});
  program.add("twin", {""});
  CHECK(program.jumps() == Found{{"helper", {0, 1}}});
}

TEST_CASE("A function that shares code may jump to one that does") {
  Program program;
  program.add("alpha", {"gamma"});
  CHECK(program.jumps() == Found{{"alpha", {2}}, {"member 0", {2}}});
}

TEST_CASE("Circles and long chains end") {
  Program program;
  program.add("left", {"right", "alpha"});
  program.add("right", {"left"});
  CHECK(program.jumps() == Found{{"left", {0}}, {"right", {0}}});
  Program chain;
  std::string last = "alpha";
  for (int i = 0; i < 100'000; ++i) {
    const std::string name = "f" + std::to_string(i);
    chain.add(name, {last});
    last = name;
  }
  const auto found = chain.jumps();
  CHECK(found.contains("f10"));
  CHECK(found.size() < 100);  // further off nothing is said
}
