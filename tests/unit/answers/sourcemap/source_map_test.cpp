#include "answers/sourcemap/source_map.h"

#include <doctest/doctest.h>
#include <string>

using namespace symkit;
using sourcemap::Position;
using sourcemap::SourceMap;

namespace {

std::string error_of(std::string_view text) {
  const auto map = SourceMap::read(text);
  return map ? "" : map.error().message;
}

std::string with(std::string_view members) {
  return R"({"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA",)" + std::string(members) + "}";
}

std::string section(std::string_view offset, std::string_view mappings = "AAAA") {
  return R"({"offset":)" + std::string(offset) +
         R"(,"map":{"version":3,"sources":["x.js"],"names":["n"],"mappings":")" + std::string(mappings) +
         R"("}})";
}

}  // namespace

TEST_CASE("the fields that ECMA-426 demands") {
  CHECK(error_of(R"({"version":3,"sources":[],"mappings":""})") == "");
  CHECK(error_of(R"({"sources":[],"mappings":""})") == "has no 'version'");
  CHECK(error_of(R"({"version":"3","sources":[],"mappings":""})") == "has a 'version' other than 3");
  CHECK(error_of(R"({"version":2,"sources":[],"mappings":""})") == "has a 'version' other than 3");
  CHECK(error_of(R"({"version":3,"mappings":""})") == "has no 'sources'");
  CHECK(error_of(R"({"version":3,"sources":[]})") == "has no 'mappings'");
  CHECK(error_of(R"({"version":3,"sources":"a","mappings":""})").starts_with("'sources' is not an array"));
  CHECK(error_of(R"({"version":3,"sources":[1],"mappings":""})") != "");
  CHECK(error_of(R"({"version":3,"sources":[],"mappings":[]})").starts_with("'mappings' is not a string"));
  CHECK(error_of(R"({"version":3,"sources":[],"names":"x","mappings":""})") != "");
  CHECK(error_of(R"({"version":3,"sources":[],"names":[1],"mappings":""})") != "");
  CHECK(error_of("[]") != "");
  CHECK(error_of("") != "");
}

TEST_CASE("optional fields may be missing or null, but not of another type") {
  CHECK(error_of(with(R"("file":null,"sourceRoot":null,"sourcesContent":[null],"x_other":{"a":[1]})")) == "");
  CHECK(error_of(with(R"("file":7)")) != "");
  CHECK(error_of(with(R"("sourceRoot":[])")) != "");
  CHECK(error_of(with(R"("sourcesContent":"x")")) != "");
  CHECK(error_of(with(R"("ignoreList":[0])")) == "");
  CHECK(error_of(with(R"("ignoreList":["0"])")) != "");
  CHECK(error_of(with(R"("ignoreList":0)")) != "");
  CHECK(error_of(with(R"("ignoreList":[1])")) == "'ignoreList' names source 1, but there are only 1");
}

TEST_CASE("what stands before the JSON is stepped over") {
  const std::string map = R"({"version":3,"sources":["a.js"],"mappings":"AAAA"})";
  CHECK(error_of("\xef\xbb\xbf" + map) == "");
  CHECK(error_of(")]}'\n" + map) == "");
  CHECK(error_of(")]}'garbage\n" + map) == "");
}

TEST_CASE("errors in mappings name the byte of the file") {
  const std::string map = R"({"version":3,"sources":["a.js"],"mappings":"AAAA,!"})";
  const std::size_t byte = map.find('!');
  CHECK(error_of(map).ends_with("at byte " + std::to_string(byte)));
}

TEST_CASE("roots, contents and ignored sources") {
  const auto map = SourceMap::read(
      R"({"version":3,"sourceRoot":"/src","sources":["a.js",null,"https://x.org/b.js"],)"
      R"("sourcesContent":["one\ntwo",null],"x_google_ignoreList":[2],"mappings":"","debugId":"AB-CD"})");
  REQUIRE(map);
  CHECK(map->sources()[0].name == "/src/a.js");
  CHECK(map->sources()[0].content.text() == "one\ntwo");
  CHECK_FALSE(map->sources()[1].has_name);
  CHECK(map->sources()[2].name == "https://x.org/b.js");
  CHECK(map->sources()[2].ignored);
  CHECK_FALSE(map->sources()[2].has_content);
  CHECK(map->debug_id() == "AB-CD");
}

TEST_CASE("sections are put at their offsets, also when those come last, and may hold sections") {
  const std::string inner =
      R"({"version":3,"sections":[)" + section(R"({"line":0,"column":5})", "AAAAA") + "]}";
  const std::string text = R"({"version":3,"sections":[)" + section(R"({"line":0,"column":0})") +
                           R"(,{"map":)" + inner + R"(,"offset":{"line":0,"column":10}},)" +
                           section(R"({"line":2,"column":4})", "CAAC;AAAA") + "]}";
  const auto map = SourceMap::read(text);
  REQUIRE(map);
  CHECK(map->find({0, 3})->source == 0);
  CHECK(map->find({0, 12})->source == 0);  // before the first segment of the second section
  CHECK(map->find({0, 15})->source == 1);
  CHECK(map->find({0, 15})->name == 1);
  CHECK_FALSE(map->find({2, 4}));
  CHECK(map->find({2, 5})->source == 2);
  CHECK(map->find({3, 0})->source == 2);
  CHECK(map->find({3, 0})->generated == Position{3, 0});
}

TEST_CASE("where a section begins the one before it has nothing more to say") {
  // The first section's last segment stands where the second begins; the third begins with a gap.
  const auto map = SourceMap::read(R"({"version":3,"sections":[
    {"offset":{"line":0,"column":2},"map":{"version":3,"sources":["a.js"],"mappings":"AAAA,GAAG"}},
    {"offset":{"line":0,"column":5},"map":{"version":3,"sources":["b.js"],"mappings":"AAAA,GAAG"}},
    {"offset":{"line":0,"column":8},"map":{"version":3,"sources":["c.js"],"mappings":"EAAA"}}]})");
  REQUIRE(map);
  CHECK(map->find({0, 4})->source == 0);
  CHECK(map->find({0, 5})->source == 1);
  CHECK(map->find({0, 7})->source == 1);
  CHECK(map->find({0, 8})->source == 1);
  CHECK(map->find({0, 9})->original.column == 0);  // of b.js: its segment at 8 is hidden
  CHECK(map->find({0, 10})->source == 2);
  std::size_t count = 0;
  map->visit([&](const sourcemap::Segment&) { ++count; });
  CHECK(count == 3);
}

TEST_CASE("sections that ECMA-426 calls invalid") {
  const auto error = [](const std::string& sections) {
    return error_of(R"({"version":3,"sections":)" + sections + "}");
  };
  CHECK(error("[]") == "");
  CHECK(error("{}") != "");
  CHECK(error("[1]") != "");
  CHECK(error("[" + section("{}") + "]") != "");
  CHECK(error("[" + section(R"({"line":0})") + "]") != "");
  CHECK(error("[" + section(R"({"line":"0","column":0})") + "]") != "");
  CHECK(error("[" + section(R"({"line":-1,"column":0})") + "]") != "");
  CHECK(error(R"([{"offset":{"line":0,"column":0}}])") == "a section has no 'map'");
  CHECK(error(R"([{"offset":{"line":0,"column":0},"map":"x"}])") != "");
  const std::string one = R"({"line":1,"column":0})", zero = R"({"line":0,"column":0})";
  CHECK(
      error("[" + section(one) + "," + section(zero) + "]").starts_with("the sections are not in the order"));
  CHECK(error("[" + section(zero, ";;;AAAA") + "," + section(one) + "]")
            .starts_with("a section begins before"));
  CHECK(error_of(R"({"version":3,"sections":[],"sources":[],"mappings":""})") != "");
  CHECK(error_of(R"({"version":3,"sections":[],"sources":["a.js"]})") != "");
  std::string deep = R"({"version":3,"sections":[]})";
  for (int i = 0; i < 30; ++i)
    deep = R"({"version":3,"sections":[{"offset":{"line":0,"column":0},"map":)" + deep + "}]}";
  CHECK(error_of(deep) == "sections are nested too deep");
}

TEST_CASE(
    "an index map as Turbopack writes it: an empty list of sources, and the debug id beside the sections") {
  const std::string text =
      R"({"version":3,"sources":[],"debugId":"b6db1576-316a-f4e0-2e79-5d5b158b2932","sections":[)" +
      section(R"({"line":1,"column":0})") + "]}";
  const auto map = SourceMap::read(text);
  REQUIRE(map);
  CHECK(map->debug_id() == "b6db1576-316a-f4e0-2e79-5d5b158b2932");
  CHECK(map->find({1, 0}).has_value());
}

TEST_CASE("the debug id of a section is not the whole map's") {
  const auto with_id = [](std::string_view id, std::string_view offset) {
    return R"({"offset":)" + std::string(offset) +
           R"(,"map":{"version":3,"sources":["x.js"],"mappings":"AAAA","debugId":")" + std::string(id) +
           R"("}})";
  };
  const std::string first = with_id("aa", R"({"line":0,"column":0})");
  const std::string second = with_id("bb", R"({"line":9,"column":0})");
  const auto id_of = [](const std::string& members) {
    const auto map = SourceMap::read(R"({"version":3,)" + members + "}");
    REQUIRE(map);
    return map->debug_id();
  };
  CHECK(id_of(R"("debugId":"cc","sections":[)" + first + ',' + second + ']') == "cc");
  CHECK(id_of(R"("sections":[)" + first + ',' + second + R"(],"debug_id":"cc")") == "cc");
  CHECK(id_of(R"("sections":[)" + first + ',' + second + ']').empty());
  CHECK(id_of(R"("sections":[)" + first + ']') == "aa");
  CHECK(id_of(R"("debug_id":"old","debugId":"new","sources":[],"mappings":"")") == "new");
}
