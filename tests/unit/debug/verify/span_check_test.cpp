// Who claims which code: siblings, and what lies inside of what.
#include "debug/verify/span_check.h"

#include "ground/base/words.h"
#include "support.h"

using namespace symkit;
using namespace symkit::verify;
using Role = SpanCheck::Role;

namespace {

class Recorder {
 public:
  void add(std::uint64_t entry, Role role, std::vector<dwarf::Range> ranges) {
    check.add(entry, role, ranges);
  }

  std::vector<std::string> found;
  SpanCheck check{[this](Kind kind, std::uint64_t entry, const std::string&) {
    found.push_back(say(entry, " ", word_for(kind)));
  }};
};

using Found = std::vector<std::string>;

}  // namespace

TEST_CASE("siblings that share code are told with the later entry; those that touch are not") {
  Recorder r;
  r.add(1, Role::Unit, {{0, 100}});
  r.check.open_with_code();
  r.add(2, Role::Function, {{0, 10}, {50, 60}});
  r.add(3, Role::Function, {{10, 20}});
  r.add(4, Role::Function, {{15, 25}});
  r.add(5, Role::Function, {{55, 58}});
  r.check.close();
  CHECK(r.found == Found{"4 overlap", "5 overlap"});
}

TEST_CASE("a long range is held against all that begin in it, not only the next") {
  Recorder r;
  r.check.open();
  r.add(2, Role::Function, {{0, 100}});
  r.add(3, Role::Function, {{10, 20}});
  r.add(4, Role::Function, {{90, 95}});
  r.check.close();
  CHECK(r.found == Found{"3 overlap", "4 overlap"});
}

TEST_CASE("functions in namespaces are siblings of those outside") {
  Recorder r;
  r.check.open();
  r.add(2, Role::Function, {{0, 10}});
  r.check.open();  // a namespace
  r.add(3, Role::Function, {{5, 15}});
  r.check.close();
  CHECK(r.found.empty());
  r.check.close();
  CHECK(r.found == Found{"3 overlap"});
}

TEST_CASE("what is inside must lie in one piece of what is around, pieces that touch being one") {
  Recorder r;
  r.add(1, Role::Unit, {{0, 10}, {10, 20}, {40, 50}});
  r.check.open_with_code();
  r.add(2, Role::Function, {{5, 15}});
  r.add(3, Role::Function, {{15, 41}});
  r.add(4, Role::Function, {{42, 48}});
  r.check.close();
  CHECK(r.found == Found{"3 containment"});
}

TEST_CASE("a function nested in another's entry may lie elsewhere; an inlined call may not") {
  Recorder r;
  r.check.open();
  r.add(2, Role::Function, {{0, 10}});
  r.check.open_with_code();
  r.add(3, Role::Function, {{20, 30}});
  r.add(4, Role::Call, {{8, 12}});
  r.check.close();
  r.check.close();
  CHECK(r.found == Found{"4 containment"});
}

TEST_CASE("the same range twice is one function folded into another; a part of it is not") {
  Recorder r;
  r.check.open();
  r.add(2, Role::Function, {{0, 10}});
  r.add(3, Role::Function, {{0, 10}});
  r.add(4, Role::Function, {{0, 6}});
  r.check.close();
  CHECK(r.found == Found{"4 overlap"});
}
