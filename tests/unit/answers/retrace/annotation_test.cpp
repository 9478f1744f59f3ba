#include "answers/retrace/annotation.h"

#include "doctest/doctest.h"

#include "ground/json/lenient.h"

using namespace symkit::retrace;
using Kind = Annotation::Kind;

TEST_CASE("JSON in all the quotes that it comes in") {
  for (const char* text : {R"({"id":"x","n":[1,"b"]})", "{'id':'x','n':['1','b']}", "{ id: x, n: [1, b] }",
                           "{ id = 'x' ; n => [1;b] }"}) {
    CAPTURE(text);
    const auto value = symkit::json::read_lenient(text);
    REQUIRE(value);
    CHECK(value->text_of("id") == "x");
    REQUIRE(value->find("n")->items.size() == 2);
    CHECK(value->find("n")->items[1].text == "b");
  }
  CHECK(symkit::json::read_lenient(R"({"a":"\u004b\u00fc\ud83d\ude00\n\/"})")->text_of("a") == "Kü😀\n/");
}

TEST_CASE("what is no JSON") {
  for (const char* text :
       {"", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1}}", "{a:'}", "[", "{,}", "{\"a\":\"\\u12\"}"}) {
    CAPTURE(text);
    CHECK_FALSE(symkit::json::read_lenient(text));
  }
  CHECK_FALSE(symkit::json::read_lenient(std::string(100000, '[')));
}

TEST_CASE("an annotation counts from its version on") {
  const std::string_view outline = R"({"id":"com.android.tools.r8.outline"})";
  CHECK(read_annotation(outline, {}).kind == Kind::TooNew);
  CHECK(read_annotation(outline, {1, 0}).kind == Kind::TooNew);
  CHECK(read_annotation(outline, {2, 0}).kind == Kind::Outline);
  CHECK(read_annotation(outline, {99, 0}).kind == Kind::Outline);
  CHECK(read_annotation(R"({"id":"sourceFile","fileName":"A.kt"})", {}).text == "A.kt");
  CHECK(
      read_annotation(R"({"id":"com.android.tools.r8.residualsignature","signature":"()V"})", {2, 1}).kind ==
      Kind::TooNew);
}

TEST_CASE("versions") {
  const auto version = [](std::string_view text) {
    return read_annotation("{id:'com.android.tools.r8.mapping',version:'" + std::string(text) + "'}", {})
        .version;
  };
  CHECK(version("2.2") == MapVersion{2, 2});
  CHECK(version("1.0") == MapVersion{1, 0});
  CHECK(version("experimental") == MapVersion{});
  CHECK(version("98.0") > newest_version);
  CHECK(version("new") > newest_version);
}

TEST_CASE("rewriteFrame and outlineCallsite") {
  const auto rewrite = read_annotation(
      R"json({"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/B;)"],"actions":["removeInnerFrames(2)"]})json",
      {2, 0});
  REQUIRE(rewrite.kind == Kind::RewriteFrame);
  CHECK(rewrite.rewrite.thrown == std::vector<std::string>{"a.B"});
  CHECK(rewrite.rewrite.remove_inner == 2);
  const auto site =
      read_annotation(R"({"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5}})", {2, 0});
  REQUIRE(site.kind == Kind::OutlineCallsite);
  CHECK(site.positions == CallsitePositions{{1, 4}, {2, 5}});
}

TEST_CASE("residual signatures") {
  const auto read = [](std::string_view signature) {
    return read_annotation(
        "{id:'com.android.tools.r8.residualsignature',signature:'" + std::string(signature) + "'}", {2, 2});
  };
  const auto method = read("(I[[La/B;Z)[J");
  REQUIRE(method.kind == Kind::ResidualSignature);
  CHECK(method.is_method);
  CHECK(method.arguments == "int,a.B[][],boolean");
  CHECK(method.return_type == "long[]");
  CHECK_FALSE(read("La/B;").is_method);
  for (const char* bad : {"", "(", "()", "(V)V", "(L;)V", "(I)VV", "(La/B)V"})
    CHECK(read(bad).kind == Kind::Malformed);
}

TEST_CASE("an annotation that lacks what belongs to it is malformed") {
  for (const char* json : {"{}", "{id:'sourceFile'}", "{id:'com.android.tools.r8.rewriteFrame'}",
                           "{id:'com.android.tools.r8.rewriteFrame',conditions:['catches(La;)'],actions:[]}",
                           "{id:'com.android.tools.r8.outlineCallsite',positions:{a:1}}"}) {
    CAPTURE(json);
    CHECK(read_annotation(json, {2, 2}).kind == Kind::Malformed);
  }
  CHECK(read_annotation("{id:'org.example'}", {}).kind == Kind::Unknown);
}

TEST_CASE("comments with and without JSON") {
  CHECK(json_of_comment("  # {\"a\"}") == "{\"a\"}");
  CHECK(json_of_comment("#{}") == "{}");
  CHECK_FALSE(json_of_comment("# compiler: {}"));
  CHECK_FALSE(json_of_comment("   "));
  CHECK_FALSE(json_of_comment("a # {}"));
}
