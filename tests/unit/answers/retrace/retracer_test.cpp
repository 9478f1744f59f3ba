// What becomes of one frame, and what it depends on. Where the mapping has annotations, they and the answers
// are the examples of R8's description of its format.
#include "answers/retrace/retracer.h"

#include "doctest/doctest.h"

#include "unit/answers/retrace/mapping_of.h"

using namespace symkit;
using namespace symkit::retrace;
using test::mapping_of;

namespace {

constexpr std::string_view kitchen = R"(x.Kitchen -> a.b:
    int heat -> a
    x.Pot heat -> a
    1:3:void boil(int):10:12 -> a
    4:4:void x.Pot.lift():33:33 -> a
    4:4:void boil(int):14 -> a
    void wash(x.Pot) -> b
    void wash(int) -> b
    int cook(int) -> c
    void stir(int) -> c
    9:9:void wide():1:2000000 -> d
x.PotKt -> a.c:
x.Kitchen$Sink -> a.d:
    3:3:void drain():7:7 -> a
)";

// Types are told where `verbose` says so: where nobody wants them they may be missing.
std::string told(const OriginalFrame& frame, bool verbose) {
  std::string text(frame.class_name);
  if (const Signature* member = frame.method != nullptr ? frame.method : frame.field) {
    text += "." + std::string(member->name);
    if (verbose && frame.method != nullptr) text += "(" + std::string(member->arguments) + ")";
    if (verbose) text += " " + std::string(member->return_type);
  }
  if (frame.source_file) text += " " + *frame.source_file;
  return frame.line < 0 ? text : text + ":" + std::to_string(frame.line);
}

// Frames that were inlined stand before "<", alternatives are parted by "|".
std::string told(const Answer& answer, bool verbose = false) {
  std::string text;
  for (const Alternative& alternative : answer.alternatives) {
    if (!text.empty()) text += " | ";
    for (std::size_t i = 0; i < alternative.size(); ++i)
      text += (i == 0 ? "" : " < ") + told(alternative[i], verbose);
  }
  return text;
}

class Stack {
 public:
  explicit Stack(std::string_view mapping, bool verbose = false)
      : retracer(verbose), mapping_(mapping_of(mapping)), verbose_(verbose) {}

  const Answer& answer(const java::StackLine& line) {
    const auto answer = retracer.retrace(line, *mapping_);
    REQUIRE_MESSAGE(answer, answer.error().message);
    return **answer;
  }
  const Answer& answer(std::string_view line) { return answer(java::recognise(line)); }
  std::string operator()(std::string_view line) { return told(answer(line), verbose_); }
  std::string error(std::string_view line) {
    const auto answer = retracer.retrace(java::recognise(line), *mapping_);
    REQUIRE_FALSE(answer);
    return answer.error().message;
  }

  Retracer retracer;

 private:
  std::unique_ptr<TextMapping> mapping_;
  bool verbose_;
};

}  // namespace

TEST_CASE("a line leads to its line of source, an inlined call to one frame for each") {
  Stack stack(kitchen);
  CHECK(stack("\tat a.b.a(SourceFile:2)") == "x.Kitchen.boil Kitchen.java:11");
  CHECK(stack("\tat a.b.a(SourceFile:4)") == "x.Pot.lift Pot.java:33 < x.Kitchen.boil Kitchen.java:14");
  CHECK(stack.answer("\tat a.b.a(SourceFile:4)").outcome == Outcome::Retraced);
  CHECK_FALSE(stack.answer("\tat a.b.a(SourceFile:4)").ambiguous);
}

TEST_CASE("source files follow from names, and keep the language that they were in") {
  Stack stack(kitchen);
  CHECK(stack("\tat a.d.a(SourceFile:3)") == "x.Kitchen$Sink.drain Kitchen.java:7");
  CHECK(stack("\tat a.c.x(SourceFile:3)") == "x.PotKt Pot.kt:3");
}

TEST_CASE("what the mapping does not have keeps its name, as far as that goes") {
  Stack stack(kitchen);
  CHECK(stack.answer("\tat java.lang.Thread.run(Thread.java:833)").outcome == Outcome::UnknownClass);
  CHECK(stack("\tat java.lang.Thread.run(Thread.java:833)") == "java.lang.Thread Thread.java:833");
  CHECK(stack.answer("\tat a.b.z(SourceFile:1)").outcome == Outcome::UnknownMember);
  CHECK(stack("\tat a.b.z(SourceFile:1)") == "x.Kitchen Kitchen.java:1");
  CHECK(stack.answer("\tat a.b.a(SourceFile:77)").outcome == Outcome::UnknownMember);
  CHECK(stack.answer("nothing of the kind").outcome == Outcome::Nothing);
  CHECK(stack.answer("nothing of the kind").alternatives.empty());
}

TEST_CASE("overloads are told apart by their types, where these are shown; sorted, each once") {
  Stack brief(kitchen), verbose(kitchen, true);
  CHECK(brief.answer("\tat a.b.b(SourceFile)").ambiguous);
  CHECK(brief("\tat a.b.b(SourceFile)") == "x.Kitchen.wash Kitchen.java");
  CHECK(verbose("\tat a.b.b(SourceFile)") ==
        "x.Kitchen.wash(int) void Kitchen.java | x.Kitchen.wash(x.Pot) void Kitchen.java");
  CHECK(brief("\tat a.b.c(SourceFile)") == "x.Kitchen.cook Kitchen.java | x.Kitchen.stir Kitchen.java");
}

TEST_CASE("a type that the line shows chooses among overloads") {
  Stack stack(kitchen);
  java::StackLine line;
  line.text = "int a.b.c";
  line.type = {0, 3};
  line.class_name = {4, 7};
  line.method = {8, 9};
  CHECK(told(stack.answer(line)).starts_with("x.Kitchen.cook"));
  CHECK(stack.answer(line).alternatives.size() == 1);
  CHECK(stack.answer(line).chosen_by_type);
  line.text = "Foo a.b.c";  // none returns that
  CHECK(stack.answer(line).alternatives.size() == 2);
  CHECK_FALSE(stack.answer(line).chosen_by_type);
}

TEST_CASE("types that the line shows get their names back") {
  Stack stack(kitchen);
  java::StackLine line;
  line.text = "a.c[] f(a.b, int,a.d)";
  line.type = {0, 5};
  line.arguments = {8, 20};
  const Answer& answer = stack.answer(line);
  CHECK(answer.outcome == Outcome::Retraced);
  CHECK(answer.type == "x.PotKt[]");
  CHECK(answer.arguments == "x.Kitchen, int,x.Kitchen$Sink");
}

TEST_CASE("a field may be one of several") {
  Stack stack(kitchen, true);
  java::StackLine line;
  line.text = "a/b.a";
  line.binary_class = true;
  line.class_name = {0, 3};
  line.field = {4, 5};
  CHECK(stack.answer(line).ambiguous);
  CHECK(told(stack.answer(line), true) == "x.Kitchen.heat int | x.Kitchen.heat x.Pot");
  line.text = "a/b.q";
  CHECK(stack.answer(line).outcome == Outcome::UnknownMember);
  CHECK(told(stack.answer(line)) == "x.Kitchen");
}

TEST_CASE("a line that could be one of millions says so many that a person can read them") {
  Stack stack(kitchen);
  CHECK(stack.answer("\tat a.b.d(SourceFile:9)").ambiguous);
  CHECK(stack.answer("\tat a.b.d(SourceFile:9)").alternatives.size() == 1000);
}

TEST_CASE("what an exception's class says of its first frame holds for that frame alone") {
  constexpr std::string_view mapping = R"map(# {"id":"com.android.tools.r8.mapping","version":"2.0"}
some.Class -> a:
  4:4:void other.Class.inlinee():23:23 -> a
  4:4:void caller(other.Class):7:7 -> a
  # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
)map";
  constexpr std::string_view frame = "\tat a.a(:4)";
  const std::string outer = "some.Class.caller Class.java:7";
  const std::string both = "other.Class.inlinee Class.java:23 < " + outer;
  Stack stack(mapping);
  CHECK(stack(frame) == both);
  CHECK_FALSE(stack.retracer.remembers());
  CHECK(stack("java.lang.NullPointerException: x") == "java.lang.NullPointerException");
  CHECK(stack.retracer.remembers());
  CHECK(stack(frame) == outer);
  CHECK_FALSE(stack.retracer.remembers());
  CHECK(stack(frame) == both);
  stack("java.lang.IllegalStateException: x");
  CHECK(stack(frame) == both);
  stack("java.lang.NullPointerException: x");
  stack.retracer.forget();
  CHECK(stack(frame) == both);
}

TEST_CASE("the line within an outline leads to the place of the call") {
  Stack stack(R"(# {"id":"com.android.tools.r8.mapping","version":"2.0"}
outline.Class -> a:
  1:2:int some.outline():0:0 -> a
  # {"id":"com.android.tools.r8.outline"}
some.Class -> b:
  4:4:int outlineCaller(int):98:98 -> s
  5:5:int outlineCaller(int):100:100 -> s
  27:27:int outlineCaller(int):0:0 -> s
  # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5}}
)");
  CHECK(stack("\tat a.a(:1)").empty());  // the compiler made it
  CHECK(stack.answer("\tat a.a(:1)").outcome == Outcome::Retraced);
  CHECK(stack.retracer.remembers());
  CHECK(stack("\tat b.s(:27)").ends_with("Class.java:98"));
  CHECK_FALSE(stack.retracer.remembers());
  stack("\tat a.a(:2)");
  CHECK(stack("\tat b.s(:27)").ends_with("Class.java:100"));
  CHECK(stack("\tat b.s(:27)").ends_with("Class.java:0"));
}

TEST_CASE("the mapping may change from line to line") {
  Retracer retracer(false);
  const auto one = mapping_of("x.One -> a.b:\n"), two = mapping_of("x.Two -> a.b:\n");
  const java::StackLine line = java::recognise("\tat a.b.c(SourceFile:1)");
  CHECK(told(**retracer.retrace(line, *one)) == "x.One One.java:1");
  CHECK(told(**retracer.retrace(line, *two)) == "x.Two Two.java:1");
}

TEST_CASE("a line of the mapping that cannot be read is named, where its class is used") {
  Stack stack("x.Good -> a.a:\nx.Bad -> a.b:\n    1:x:void f() -> a\n");
  CHECK(stack("\tat a.a.f(SourceFile:1)") == "x.Good Good.java:1");
  CHECK(stack.error("\tat a.b.a(SourceFile:1)").starts_with("mapping.txt:3:"));
}
