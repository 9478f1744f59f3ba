#include "retrace/message.h"

#include "doctest/doctest.h"

#include "unit/retrace/mapping_of.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

std::string rewritten(std::string_view text) {
  constexpr std::string_view mapping =
      "x.Kitchen -> a.b:\n    int heat -> a\n    void boil(int) -> a\n    void wash(x.Pot) -> a\n    void "
      "y.Z.go() -> c\n"
      "x.Pot -> a.c:\n";
  const auto opened = test::mapping_of(mapping);
  std::string out;
  append_message(out, text, *opened, std::nullopt);
  return out;
}

}  // namespace

TEST_CASE("arguments choose among overloads; where they do not, the class alone is told") {
  CHECK(rewritten("'void a.b.a(int)'") == "'void x.Kitchen.boil(int)'");
  CHECK(rewritten("'void a.b.a(a.c)'") == "'void x.Kitchen.wash(x.Pot)'");
  CHECK(rewritten("'void a.b.a(long)'") == "'void x.Kitchen.a(long)'");
  CHECK(rewritten("'void a.b.c()'") == "'void y.Z.go()'");
  CHECK(rewritten("'a.c a.b.z(a.c[], a.x)'") == "'x.Pot x.Kitchen.z(x.Pot[], a.x)'");
  CHECK(rewritten("\"a.b.a\"") == "\"x.Kitchen.heat\"");
}

TEST_CASE("names stay where no name stands, and where the mapping knows none") {
  for (const char* text :
       {"", "a.b", "use a.b here", "'a.b.a", "\"a.x.y()\"", "(a.b.a+)", "(a.b.a+4", "La/b", "class a",
        "it's a.b's", "\"at a.b.a(SourceFile:1)\"", ": ", "cannot be cast to ", "ComponentInfo{"})
    CHECK(rewritten(text) == text);
}

TEST_CASE("what is settled is not looked at again") {
  const auto opened = test::mapping_of("x.A -> x.B:\nx.C -> x.A:\n");
  std::string out;
  append_message(out, "I: x.B: cast to x.A", *opened, Replacement{3, 6, "x.A"});
  CHECK(out == "I: x.A: cast to x.C");
}
