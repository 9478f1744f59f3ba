#include "answers/retrace/pattern.h"

#include <string>

#include "doctest/doctest.h"

#include "answers/retrace/source_name.h"
#include "logs/java/stack_line.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

// The expression that R8 recognises lines by: the independent opinion on what java::recognise() finds.
const std::string r8_default =
    R"((?:.*?\bat\s+%c\.%m\s*\(%S\)\p{Z}*(?:~\[.*\])?)|(?:(?:(?:%c|.*)?[:"]\s+)?%c(?:(:|]).*)?))";

std::string described(const java::StackLine& line) {
  std::string out;
  for (const java::Span span : {line.class_name, line.method, line.source_file, line.line_number})
    out += (span.present() ? std::string(line.at(span)) : "-") + "|";
  return out;
}

}  // namespace

TEST_CASE("lines are recognised as R8's expression recognises them") {
  const auto pattern = Pattern::compile(r8_default);
  REQUIRE(pattern);
  for (const char* text : {"",
                           " ",
                           "a",
                           "a.b",
                           "a.b:",
                           "a.b: x",
                           "a.b: x y",
                           "a.b: c.d: e f",
                           "Caused by: a.b: x",
                           "Caused by: a.b: x y",
                           "Caused by: a.b",
                           "Suppressed: a.b: x y",
                           "\tSuppressed: a.b",
                           "Exception in thread \"main\" a.b",
                           "\"main\" a.b: x y",
                           "\tat a.b.c(D.java:1)",
                           "\tat a.b.c(D.java)",
                           "\tat a.b.c()",
                           "\tat a.b.c(:1)",
                           "\tat a.b.c(D.java:)",
                           "\tat a.b.c(:x::y:12)",
                           "\tat a.b.c(12)",
                           "\tat a.c(D:1)  ",
                           "\tat a.c(D:1)\xc2\xa0",
                           "\tat a.c(D:1) ~[x.jar:1]",
                           "\tat a.c(D:1) [x.jar:1]",
                           "\tat a.c(D:1) x",
                           "\tat a.<init>(D:1)",
                           "\tat a.b.<clinit>(D:1)",
                           "\tat <init>(D:1)",
                           "\tat a(D:1)",
                           "\tat .a(D:1)",
                           "\tat a..b(D:1)",
                           "\tat a.b.(D:1)",
                           "\tat 1.b(D:1)",
                           "\tat a.1(D:1)",
                           "\tat I$-CC.x(D:1)",
                           "\tat  a.b (D:1)",
                           "at a.b(D:1)",
                           "flat a.b(D:1)",
                           "at at a.b(D:1)",
                           "at x at a.b(D:1)",
                           "at a.b(at c.d(E:1)",
                           "E Tag: at a.b(D:1)",
                           "[CIRCULAR REFERENCE: a.b]",
                           "[CIRCULAR REFERENCE: a.b: x y]",
                           "x: y: z",
                           "x: \"y z\" a.b]",
                           "\tat \xc3\xa4.\xc3\xb6(D:1)",
                           "\xf0\x9f\x98\x80: a",
                           "a.b\xe2\x80\xa6: x y",
                           "1.2: a b",
                           "-a.b: x y",
                           "a.b.: x y",
                           "W( 8207) VFY: unable to resolve static method 11: La/I$-CC;.$default$iFoo "
                           "(La/I;Z)Ljava/lang/String;  (dalvikvm)",
                           "Error: offset: 158, line: 2, column: 33, Unexpected attribute at <no file>:2:33",
                           "a.b:c",
                           "a.b :c",
                           ":\ta.b"}) {
    CAPTURE(text);
    CHECK(described(java::recognise(text)) == described(pattern->recognise(text)));
  }
}

TEST_CASE("source files inferred from classes") {
  CHECK(inferred_source_file("com.example.Outer$Inner", "X") == "Outer.java");
  CHECK(inferred_source_file("Outer", "") == "Outer.java");
  CHECK(inferred_source_file("a.FileKt", "") == "File.kt");
  CHECK(inferred_source_file("a.FileKt", "X.kt") == "File.kt");
  CHECK(inferred_source_file("a.FileKt", "X.java") == "FileKt.java");
  CHECK(inferred_source_file("a.File", "X.kt") == "File.kt");
  CHECK(inferred_source_file("a.File", "Native Method") == "Native Method");
  CHECK(inferred_source_file("a.$File", "X") == ".java");
}
