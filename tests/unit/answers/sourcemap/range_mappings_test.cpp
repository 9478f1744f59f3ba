#include <doctest/doctest.h>
#include <memory>
#include <string>

#include "answers/sourcemap/index_writer.h"
#include "answers/sourcemap/indexed_map.h"
#include "answers/sourcemap/parsed_map.h"

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

std::unique_ptr<ParsedMap> parsed(const std::string& json) {
  auto map = SourceMap::read(json, std::make_shared<std::string>(json));
  REQUIRE(map);
  return std::make_unique<ParsedMap>(std::make_shared<SourceMap>(std::move(*map)),
                                     ParsedMap::About{"a.js.map", "a.js", {}});
}

// "1:2" counted from 0, "-" where the map has nothing.
std::string original(const Map& map, Position position) {
  const auto found = map.find(position);
  if (!found || !found->has_original()) return "-";
  return std::to_string(found->original.line) + ':' + std::to_string(found->original.column);
}

}  // namespace

TEST_CASE("of a range mapping every character is the original's, line breaks included") {
  // The example of the proposal: a line of a comment and two blanks were taken off.
  static const std::string json =
      R"({"version":3,"sources":["a.js"],"names":[],"mappings":"AACE","rangeMappings":"A"})";
  const auto map = parsed(json);
  const auto bytes = write_index(*map, {{}, 0, {"a.js"}, true});
  REQUIRE(bytes);
  const auto index = IndexedMap::open(io::borrowed_blob(*bytes), "x");
  REQUIRE(index);
  for (const Map* one : {static_cast<const Map*>(map.get()), static_cast<const Map*>(index->get())}) {
    CHECK(original(*one, {0, 0}) == "1:2");
    CHECK(original(*one, {0, 8}) == "1:10");
    CHECK(original(*one, {1, 0}) == "2:0");
    CHECK(original(*one, {1, 5}) == "2:5");
    CHECK(original(*one, {7, 3}) == "8:3");
  }
}

TEST_CASE("a range ends at the next mapping, whatever that has") {
  // 0:0 and 0:10 are ranges, 1:4 is of no source, 3:0 is plain.
  static const std::string json =
      R"({"version":3,"sources":["a.js"],"names":["n"],"mappings":"AAAAA,UAKQ;I;;AAKA","rangeMappings":"AB"})";
  const auto map = parsed(json);
  CHECK(original(*map, {0, 0}) == "0:0");
  CHECK(original(*map, {0, 9}) == "0:9");
  CHECK(original(*map, {0, 10}) == "5:8");
  CHECK(original(*map, {0, 25}) == "5:23");
  CHECK(original(*map, {1, 3}) == "6:3");
  CHECK(original(*map, {1, 4}) == "-");
  CHECK(original(*map, {2, 0}) == "-");
  CHECK(original(*map, {3, 7}) == "10:8");
  // The name is that of the first character's token.
  CHECK(map->find({0, 0})->name == 0);
  CHECK(map->find({0, 1})->name == none);
  CHECK(map->find({0, 1})->generated == Position{0, 1});
}

TEST_CASE("without a column a line within a range is one of the original") {
  static const std::string json =
      R"({"version":3,"sources":["a.js"],"names":[],"mappings":"AACE","rangeMappings":"A"})";
  const auto map = parsed(json);
  const auto bytes = write_index(*map, {{}, 0, {"a.js"}, true});
  const auto index = IndexedMap::open(io::borrowed_blob(*bytes), "x");
  for (const Map* one : {static_cast<const Map*>(map.get()), static_cast<const Map*>(index->get())}) {
    std::uint32_t line = 0;
    one->visit_line(4, [&](const Segment& segment) {
      line = segment.original.line;
      return true;
    });
    CHECK(line == 5);
  }
}

TEST_CASE("a section's range ends with the section") {
  const std::string section =
      R"("map":{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA","rangeMappings":"A"}})";
  static const std::string json = R"({"version":3,"sections":[{"offset":{"line":1,"column":5},)" + section +
                                  R"(,{"offset":{"line":4,"column":2},)" + section + "]}";
  const auto map = parsed(json);
  CHECK(original(*map, {1, 4}) == "-");
  CHECK(original(*map, {1, 6}) == "0:1");
  CHECK(original(*map, {4, 1}) == "3:1");
  CHECK(original(*map, {4, 3}) == "0:1");
  CHECK(map->find({4, 1})->source == 0);
  CHECK(map->find({4, 3})->source == 1);
}

TEST_CASE("a broken list of ranges marks none, one that names too many the others") {
  const auto with = [](const std::string& ranges) {
    return R"({"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA,IAAA;AAAA","rangeMappings":)" +
           ranges + "}";
  };
  for (const char* broken : {R"("A!")", R"("Ag")", R"("ggggggggggB")", R"("A,B")", R"("A;;;!")"}) {
    CAPTURE(broken);
    const std::string json = with(broken);
    CHECK(original(*parsed(json), {0, 2}) == "0:0");
  }
  const std::string beyond = with(R"("AZ;AB;;A")");
  CHECK(original(*parsed(beyond), {0, 2}) == "0:2");
  CHECK(original(*parsed(beyond), {1, 2}) == "0:2");
  const std::string other = with("[1]");
  CHECK(original(*parsed(other), {0, 2}) == "0:0");
}

TEST_CASE("an index knows the functions within a range") {
  static const std::string json =
      R"({"version":3,"sources":["a.js"],"names":[],"mappings":"AACA","rangeMappings":"A",)"
      R"("sourcesContent":["// types\nfunction one() {\n  two();\n}\nfunction two() { throw 1; }\n"]})";
  const auto map = parsed(json);
  const auto bytes = write_index(*map, {{}, 0, {"a.js"}, true});
  const auto index = IndexedMap::open(io::borrowed_blob(*bytes), "x");
  const auto name_at = [](const Map& one, Position position) {
    std::vector<InlinedCall> calls;
    return one.function_at(position, *one.find(position), calls).name;
  };
  for (const Map* one : {static_cast<const Map*>(map.get()), static_cast<const Map*>(index->get())}) {
    CHECK(name_at(*one, {1, 2}) == "one");
    CHECK(name_at(*one, {3, 20}) == "two");
    CHECK(name_at(*one, {4, 0}).empty());
  }
}
