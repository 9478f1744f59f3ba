#include "answers/retrace/mapping_line.h"

#include "doctest/doctest.h"

using namespace symkit::retrace;

TEST_CASE("a class line") {
  const auto line = read_class_line("com.example.Original -> a.b:");
  REQUIRE(line);
  CHECK(line->original == "com.example.Original");
  CHECK(line->renamed == "a.b");
  CHECK(read_class_line("I$-CC -> a-b:")->original == "I$-CC");
  CHECK(read_class_line("a->b:")->original == "a");
  CHECK(read_class_line("\xef\xbb\xbf"
                        "a -> b:")
            ->original == "a");
  CHECK(read_class_line("a -> b: # c")->renamed == "b");
}

TEST_CASE("a class line that is none says where and why") {
  const auto where = [](std::string_view text) {
    const auto line = read_class_line(text);
    REQUIRE(!line);
    return line.error().at;
  };
  CHECK(where("hello world") == 6);
  CHECK(where("a -> b") == 6);
  CHECK(where("a -> b: c") == 8);
  CHECK(where("") == 0);
  CHECK(read_class_line("a -> ").error().expected == "a name");
}

TEST_CASE("what the scan takes for a class line is one") {
  CHECK(quick_class_line("a.B -> c:"));
  CHECK(quick_class_line("a.B -> c: # comment"));
  CHECK_FALSE(quick_class_line("    void a() -> b"));
  CHECK_FALSE(quick_class_line("a b -> c:"));
  CHECK_FALSE(quick_class_line("a -> b c:"));
  CHECK_FALSE(quick_class_line("a -> b"));
  CHECK_FALSE(quick_class_line(" -> b:"));
  CHECK_FALSE(quick_class_line("a -> :"));
}

TEST_CASE("methods and fields") {
  const auto method = read_member_line("    12:14:void x.Y.name(int, a.B[]):40:42 -> c");
  REQUIRE(method);
  CHECK(method->is_method);
  CHECK(method->minified == LineRange{12, 14});
  CHECK(method->original == LineRange{40, 42});
  CHECK(method->type == "void");
  CHECK(method->name == "x.Y.name");
  CHECK(method->arguments == "int, a.B[]");
  CHECK(method->renamed == "c");

  const auto field = read_member_line("  int[][] name -> c");
  REQUIRE(field);
  CHECK_FALSE(field->is_method);
  CHECK(field->type == "int[][]");

  const auto call = read_member_line("  1:1:void <init>():7 -> <init>");
  REQUIRE(call);
  CHECK(call->original == LineRange{7, 7, true});
  CHECK(call->name == "<init>");
}

TEST_CASE("ranges that are written oddly") {
  CHECK(read_member_line(" 5:3:void a() -> b")->minified == LineRange{3, 5});
  CHECK(read_member_line(" 1:1:void a():9:0 -> b")->original == LineRange{9, 9});
  CHECK(read_member_line(" 99999999999:99999999999:void a() -> b")->minified ==
        LineRange{INT32_MAX, INT32_MAX});
  CHECK(read_member_line(" void a():42 -> b")->original == LineRange{42, 42, true});
}

TEST_CASE("a member line that is none says where") {
  CHECK(read_member_line("  void a(int b) -> c").error().at == 13);
  CHECK(read_member_line("  void a():x -> b").error().expected == "a line number");
  CHECK(read_member_line("  void a() => b").error().expected == "'-'");
  CHECK(read_member_line("  void a() -> b c").error().expected == "the end of the line");
  CHECK(read_member_line("  void").error().expected == "white space");
}
