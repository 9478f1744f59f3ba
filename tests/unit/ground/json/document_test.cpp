#include "ground/json/document.h"

#include <string>
#include <string_view>

#include "doctest/doctest.h"

using namespace symkit;
using json::Document;

TEST_CASE("values know where they stand") {
  const std::string text = R"( {"a" : 1, "b\n" : [ {"c":"\u00e9"} , {} ] ,"d":18446744073709551616} )";
  const auto document = Document::parse(text);
  REQUIRE(document);
  const auto root = document->root();
  CHECK(root["a"].number() == 1);
  CHECK(root["d"].is_number());
  CHECK_FALSE(root["d"].number());
  CHECK(root["b\n"].count() == 2);
  CHECK(root["b\n"].first()["c"].string() == "é");
  CHECK(root["b\n"].written() == R"([ {"c":"\u00e9"} , {} ])");
  CHECK(root["b\n"].first().next().written() == "{}");
  CHECK(text.substr(root.where().begin, root.where().end - root.where().begin) ==
        text.substr(1, text.size() - 2));
  CHECK(text.substr(root.end_of_members()) == "} ");
  CHECK(root.separator() == ", ");
  CHECK_FALSE(root["nothing"]["at"]["all"]);
}

TEST_CASE("what is no JSON") {
  for (const std::string text : {"", "{", R"({"a":1,})", R"({"a":1} x)", "{\"a\":\"\xff\"}", R"({"a":01})"}) {
    CAPTURE(text);
    CHECK_FALSE(Document::parse(text));
  }
  CHECK_FALSE(Document::parse(std::string_view("{}\0{", 4)));
}
