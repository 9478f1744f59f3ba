#include "answers/retrace/message.h"

#include "doctest/doctest.h"

#include "unit/answers/retrace/mapping_of.h"

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

TEST_CASE("Java methods in native frames, as Android's versions write them") {
  constexpr std::string_view pc = "#03 pc 0000000000017cb4  ";
  for (const std::string_view place :
       {"/data/app/x-1/oat/arm64/base.odex (offset 0x16000)", "/system/framework/arm64/boot.oat",
        "[anon:dalvik-jit-code-cache]", "/dev/ashmem/dalvik-jit-code-cache (deleted)",
        "/memfd:jit-cache (deleted) (offset 0x2000)", "/data/app/~~x==/y==/oat/arm64/base.vdex",
        "[anon:dalvik-classes.dex extracted in memory from /data/app/base.apk]",
        "/data/app/x/base.apk (offset 0x1000)", "/data/app/x/base.apk!classes2.dex (deleted)"}) {
    const std::string before = std::string(pc) + std::string(place);
    CHECK(rewritten(before) == before);
    CHECK(rewritten(before + " (a.b.c+40)") == before + " (y.Z.go+40)");
    CHECK(rewritten(before + " (a.b.c)") == before + " (y.Z.go)");
    CHECK(rewritten(before + " (a.b.<init>+4) (BuildId: 0a1b)") ==
          before + " (x.Kitchen.<init>+4) (BuildId: 0a1b)");
    CHECK(rewritten(before + " (a.b.<clinit>+4)") == before + " (x.Kitchen.<clinit>+4)");
    CHECK(rewritten(before + " (a.b.c [DEDUPED]+4)") == before + " (y.Z.go [DEDUPED]+4)");
    CHECK(rewritten(before + " (void a.b.a(int)+4)") == before + " (void x.Kitchen.boil(int)+4)");
    CHECK(rewritten(before + " (a.c[] a.b.a(a.c)+4)") == before + " (x.Pot[] x.Kitchen.wash(x.Pot)+4)");
    CHECK(rewritten(before + " (a.b.a+4)") == before + " (x.Kitchen.a+4)");
  }
  CHECK(rewritten("F DEBUG   :       #03 pc 00017cb4  base.odex (a.b.c+40)") ==
        "F DEBUG   :       #03 pc 00017cb4  base.odex (y.Z.go+40)");
  for (const char* text :
       {"see (a.b.c)", "#1 pc 12 (a.b.c", "#1 pc 12 (a.b.c+", "#1 pc 12 (a.b.a(", "#1 pc 12 (void ",
        "#1 pc 12 (a.b.<init", "#1 pc 12 ([] ", "#1 pc 12 (a.b.a()", "#1 pc 12 (a.b.c [DEDUPED]"})
    CHECK(rewritten(text) == text);
}

TEST_CASE("what is settled is not looked at again") {
  const auto opened = test::mapping_of("x.A -> x.B:\nx.C -> x.A:\n");
  std::string out;
  append_message(out, "I: x.B: cast to x.A", *opened, Replacement{3, 6, "x.A"});
  CHECK(out == "I: x.A: cast to x.C");
}
