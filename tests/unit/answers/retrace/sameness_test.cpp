// What counts as a difference between two mappings, and what does not.
#include "answers/retrace/sameness.h"

#include "doctest/doctest.h"

#include "answers/retrace/mapping_index.h"
#include "answers/retrace/mapping_writer.h"
#include "ground/io/blob.h"
#include "unit/answers/retrace/mapping_of.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

constexpr std::string_view version = "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n";

std::string told(Mapping& one, Mapping& other) {
  const auto found = compare_mappings(one, other, 1);
  REQUIRE(found);
  if (found->differences == 0) return "same";
  const MappingDifference& first = found->first.front();
  return std::to_string(found->differences) + ": " + first.where + ": " + first.answers[0] + " | " +
         first.answers[1];
}

// As texts, and as a text and an index.
std::string compared(const std::string& one, const std::string& other) {
  const std::string text = std::string(version) + one, other_text = std::string(version) + other;
  const auto a = test::mapping_of(text), b = test::mapping_of(other_text);
  const std::string of_texts = told(*a, *b);
  const auto bytes = write_mapping_index(*b, {});
  REQUIRE(bytes);
  const auto index = MappingIndex::open(io::borrowed_blob(*bytes));
  REQUIRE(index);
  CHECK(told(*a, **index) == of_texts);
  return of_texts;
}

constexpr const char* kitchen =
    "x.Kitchen -> a.b:\n    1:3:void boil(int):10:12 -> a\n    4:4:void x.Pot.lift():5:5 -> a\n"
    "    4:4:void boil(int):14 -> a\n    int heat -> h\n";
constexpr const char* pot = "x.Pot -> a.c:\n    void lift() -> a\n";

}  // namespace

TEST_CASE("comments, the order of classes and methods, and other words for the same lines do not count") {
  const std::string all = std::string(kitchen) + pot;
  CHECK(compared(all, all) == "same");
  CHECK(compared(all, std::string("# pg_map_id: 77\n# a word\n") + pot + kitchen) == "same");
  CHECK(compared("x.A -> a:\n    1:1:void f():1:1 -> f\n    1:1:void g():1:1 -> g\n",
                 "x.A -> a:\n    1:1:void g():1:1 -> g\n# {\"id\":\"new\"}\n    1:1:void f():1:1 -> f\n") ==
        "same");
  // One range or two, the lines are the same.
  CHECK(compared("x.A -> a:\n    1:4:void f():11:14 -> f\n",
                 "x.A -> a:\n    1:2:void f():11:12 -> f\n    3:4:void f():13:14 -> f\n") == "same");
}

TEST_CASE("the first line that is answered otherwise is told") {
  CHECK(compared("x.A -> a:\n    1:4:void f():11:14 -> f\n",
                 "x.A -> a:\n    1:2:void f():11:12 -> f\n    3:4:void f():14:15 -> f\n") ==
        "1: class x.A (a), method f, line 3: x.A.f(A.java:13) | x.A.f(A.java:14)");
  CHECK(compared("x.A -> a:\n    1:4:void f():11:14 -> f\n", "x.A -> a:\n    1:5:void f():11:15 -> f\n")
            .starts_with("1: class x.A (a), method f, line 5: "));
  CHECK(compared("x.A -> a:\n    1:1:void x.B.g():5:5 -> f\n    1:1:void f():11 -> f\n",
                 "x.A -> a:\n    1:1:void x.B.g():6:6 -> f\n    1:1:void f():11 -> f\n") ==
        "1: class x.A (a), method f, line 1: x.B.g(B.java:5), x.A.f(A.java:11) | "
        "x.B.g(B.java:6), x.A.f(A.java:11)");
}

TEST_CASE("types, fields, files and classes count") {
  CHECK(compared("x.A -> a:\n    void f(int) -> f\n", "x.A -> a:\n    void f(long) -> f\n") ==
        "1: class x.A (a), method f: void f(int) | void f(long)");
  CHECK(compared("x.A -> a:\n    int f -> f\n", "x.A -> a:\n    int g -> f\n    int h -> h\n") ==
        "2: class x.A (a), field f: int f | int g");
  CHECK(compared("x.A -> a:\n", "x.B -> a:\n") == "1: class a: x.A | x.B");
  CHECK(compared("x.A -> a:\n", "x.A -> a:\nx.B -> x.B:\n") == "1: class x.B: does not have it | has it");
  CHECK(compared("x.A -> a:\n# {\"id\":\"sourceFile\",\"fileName\":\"Odd.kt\"}\n", "x.A -> a:\n") ==
        "1: class x.A (a), the source file of x.A: Odd.kt | none is recorded");
}

TEST_CASE("what an exception or an outline leads to counts") {
  const std::string frame = "x.A -> a:\n    1:1:void x.B.g():5:5 -> f\n    1:1:void f():11 -> f\n";
  CHECK(compared(frame + "    # {'id':'com.android.tools.r8.rewriteFrame','conditions':['throws(Le;)'],"
                         "'actions':['removeInnerFrames(1)']}\n",
                 frame) ==
        "1: class x.A (a), method f, line 1, where e was thrown: x.A.f(A.java:11) | "
        "x.B.g(B.java:5), x.A.f(A.java:11)");
  const std::string call = "x.A -> a:\n    1:1:void f():11:11 -> f\n    9:9:void f():0:0 -> f\n";
  const auto callsite = [](const char* to) {
    return std::string("    # {'id':'com.android.tools.r8.outlineCallsite','positions':{'3':") + to + "}}\n";
  };
  CHECK(compared(call + callsite("1"), call + callsite("1")) == "same");
  CHECK(compared(call + callsite("1"), call + callsite("2"))
            .starts_with("1: class x.A (a), method f, line 9, called from line 3 of an outline: "
                         "x.A.f(A.java:11) | "));
  const std::string plain = "x.A -> a:\n    1:1:void f():11:11 -> f\n";
  CHECK(compared(plain + "    # {'id':'com.android.tools.r8.synthesized'}\n", plain) ==
        "1: class x.A (a), method f, without a line: no frame | x.A.f(A.java)");
}
