// A source map's index in parts answers every position as the whole does, and fetches what it needs at once.
#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <string>

#include "answers/sourcemap/index_writer.h"
#include "answers/sourcemap/indexed_map.h"
#include "answers/sourcemap/load.h"
#include "answers/sourcemap/parted_map.h"
#include "keep/index/part_table.h"
#include "support/cut_index.h"
#include "support/scratch.h"

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

const std::string data = SYMKIT_TEST_DATA "/sourcemap/";

std::vector<std::uint8_t> index_of(const std::string& map, bool with_contents = true) {
  const auto loaded = load_json_map(data + map);
  REQUIRE(loaded);
  auto bytes =
      write_index(*loaded->map, {*ImageId::parse("0123456789abcdef"), 7, {"app.js", "b.js"}, with_contents});
  REQUIRE(bytes);
  return std::move(*bytes);
}

std::unique_ptr<PartedMap> opened(const test::CutIndex& cut) {
  auto map = PartedMap::open(cut.manifest, cut.parts, "m");
  REQUIRE(map);
  return std::move(*map);
}

bool is_same(const FunctionName& one, const FunctionName& other) {
  return one.full() == other.full() && one.property == other.property && one.origin == other.origin &&
         one.is_function == other.is_function && one.is_static == other.is_static &&
         one.is_constructor == other.is_constructor && one.is_implied == other.is_implied &&
         one.is_member == other.is_member && one.is_computed == other.is_computed &&
         one.has_no_generated_name == other.has_no_generated_name &&
         one.has_other_generated_name == other.has_other_generated_name && one.is_hidden == other.is_hidden;
}

void require_same_segment(const Map& whole, const Map& parts, const Segment& one, const Segment& other) {
  REQUIRE(one.generated == other.generated);
  REQUIRE(one.source == other.source);
  REQUIRE(one.is_range == other.is_range);
  REQUIRE((one.name == none) == (other.name == none));
  if (one.name != none) REQUIRE(whole.name(one.name) == parts.name(other.name));
  if (!one.has_original()) return;
  REQUIRE(one.original == other.original);
  REQUIRE(whole.source_name(one.source) == parts.source_name(other.source));
  REQUIRE(whole.is_ignored(one.source) == parts.is_ignored(other.source));
}

// Gives how many positions have an answer.
std::size_t require_same(const Map& whole, const Map& parts, Position position) {
  const auto one = whole.find(position), other = parts.find(position);
  REQUIRE(one.has_value() == other.has_value());
  if (!one) return 0;
  require_same_segment(whole, parts, *one, *other);
  std::vector<InlinedCall> calls, other_calls;
  REQUIRE(
      is_same(whole.function_at(position, *one, calls), parts.function_at(position, *other, other_calls)));
  REQUIRE(calls.size() == other_calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    REQUIRE(is_same(calls[i].caller, other_calls[i].caller));
    REQUIRE(calls[i].source == other_calls[i].source);
    REQUIRE(calls[i].call == other_calls[i].call);
  }
  return 1;
}

std::vector<Segment> segments_of(const Map& map, std::uint32_t line) {
  std::vector<Segment> all;
  map.visit_line(line, [&](const Segment& segment) {
    all.push_back(segment);
    return true;
  });
  return all;
}

std::size_t require_same(const Map& whole, const Map& parts) {
  std::size_t answered = 0;
  for (std::uint32_t line = 0; line < 1200; ++line) {
    const std::vector<Segment> one = segments_of(whole, line), other = segments_of(parts, line);
    REQUIRE(one.size() == other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      require_same_segment(whole, parts, one[i], other[i]);
      answered += require_same(whole, parts, one[i].generated);
      require_same(whole, parts, {one[i].generated.line, one[i].generated.column + 1});
      if (one[i].generated.column > 0)
        require_same(whole, parts, {one[i].generated.line, one[i].generated.column - 1});
    }
    require_same(whole, parts, {line, 0});
    require_same(whole, parts, {line, 100'000'000});
  }
  return answered;
}

}  // namespace

TEST_CASE("the parts of a map's index answer every position as the whole, whatever their size") {
  for (const char* map : {"esbuild/app.js.map", "rollup/app.js.map", "webpack/app.js.map", "metro/app.js.map",
                          "hermes/app.js.map"}) {
    CAPTURE(map);
    const auto bytes = index_of(map);
    const auto whole = IndexedMap::open(io::borrowed_blob(bytes), "m");
    REQUIRE(whole);
    for (const std::size_t part_bytes : {1U, 200U, 1'000'000U}) {
      CAPTURE(part_bytes);
      const test::CutIndex cut = test::cut_up(bytes, part_bytes);
      const auto parts = opened(cut);
      CHECK(parts->generated_name() == "app.js");
      CHECK(parts->generated_names().size() == 2);
      CHECK(parts->debug_id() == (*whole)->debug_id());
      CHECK(parts->source_count() == (*whole)->source_count());
      CHECK(require_same(**whole, *parts) > 100);
      CHECK(cut.parts->parts.size() > (part_bytes == 1 ? 10 : 1));
      const auto fresh = parts->twin();
      for (std::uint32_t i = 0; i < parts->source_count(); ++i) {
        CHECK((*whole)->content(i) == parts->content(i));
        CHECK((*whole)->source_name(i) == fresh->source_name(i));
      }
      CHECK(fresh->source_name(1'000'000).empty());
    }
  }
}

TEST_CASE("positions and texts that are expected are fetched in one question each") {
  const auto bytes = index_of("webpack/app.js.map");
  const test::CutIndex cut = test::cut_up(bytes, 100);
  const auto map = opened(cut);
  const auto whole = IndexedMap::open(io::borrowed_blob(bytes), "m");
  std::vector<Position> positions;
  for (std::uint32_t line = 0; line < 100; line += 3)
    for (const Segment& segment : segments_of(**whole, line)) positions.push_back(segment.generated);
  REQUIRE(positions.size() > 20);
  CHECK(cut.parts->questions == 0);
  for (const Position position : positions) map->expect(position);
  CHECK(cut.parts->questions == 0);
  for (const Position position : positions) require_same(**whole, *map, position);
  CHECK(cut.parts->questions == 1);
  for (std::uint32_t source = 0; source < map->source_count(); ++source) map->expect_content(source);
  for (std::uint32_t source = 0; source < map->source_count(); ++source)
    CHECK(map->content(source) == (*whole)->content(source));
  CHECK(cut.parts->questions == 2);
}

TEST_CASE("the same map is cut alike, with and without texts") {
  for (const bool with_contents : {false, true}) {
    const auto bytes = index_of("rollup/app.js.map", with_contents);
    const test::CutIndex one = test::cut_up(bytes, 500), other = test::cut_up(bytes, 500, 4);
    CHECK(one.manifest == other.manifest);
    CHECK(one.parts->parts == other.parts->parts);
    CHECK(index::is_cut_from(one.manifest, bytes));
    CHECK(opened(one)->content(0).has_value() == with_contents);
  }
}

TEST_CASE("the segments of Metro's bundles are cut, too, each with what leads to it") {
  const test::Scratch scratch;
  const std::string path = scratch / "main.jsbundle.map";
  test::write_file(path, R"({"version":3,"sources":["a.js"],"names":["one"],"mappings":"AAAA,IAAIA;AACA",
    "x_facebook_offsets":[0,null,1],
    "x_facebook_segments":{"7":{"version":3,"sources":["b.js","c.js"],"names":["two"],"mappings":";AAAA,ICACA"}}})");
  const auto loaded = load_json_map(path);
  REQUIRE(loaded);
  const auto bytes = write_index(*loaded->map, {*ImageId::parse("0123456789abcdef"), 7, {"app.js"}, true});
  REQUIRE(bytes);
  const auto whole = IndexedMap::open(io::borrowed_blob(*bytes), "m");
  REQUIRE(whole);
  const test::CutIndex cut = test::cut_up(*bytes, 1);
  const auto parts = opened(cut);
  REQUIRE((*whole)->segment("7") != nullptr);
  REQUIRE(parts->segment("7") != nullptr);
  CHECK(parts->segment("8") == nullptr);
  CHECK(require_same(**whole, *parts) > 0);
  CHECK(require_same(*(*whole)->segment("7"), *parts->segment("7")) > 1);
  for (std::uint64_t module = 0; module < 4; ++module)
    CHECK((*whole)->module_line(module) == parts->module_line(module));
  // All of their parts stand in the one table that a store keeps them by.
  const auto seals = index::parts_of(cut.manifest);
  REQUIRE(seals);
  for (const auto& [checksum, part] : cut.parts->parts)
    CHECK(std::ranges::any_of(*seals, [&](const auto& seal) { return seal.checksum == checksum; }));
}

TEST_CASE("what a part that is missing would say is not known, and why is told") {
  const auto bytes = index_of("webpack/app.js.map");
  const test::CutIndex cut = test::cut_up(bytes, 100);
  const auto map = opened(cut);
  cut.parts->parts.clear();
  CHECK_FALSE(map->find({1, 0}));
  CHECK(map->trouble() == "this part is missing");
  CHECK_FALSE(map->content(0));
  CHECK(map->source_name(0).empty());
}

TEST_CASE("a manifest is believed only whole, a whole that is cut short is not cut into parts") {
  const auto bytes = index_of("esbuild/app.js.map");
  const test::CutIndex cut = test::cut_up(bytes, 300);
  for (std::size_t size = 0; size < cut.manifest.size(); ++size)
    CHECK_FALSE(PartedMap::open(Bytes(cut.manifest).first(size), cut.parts, "m"));
  CHECK_FALSE(PartedMap::open(bytes, cut.parts, "m"));
  const auto take = [](std::uint64_t, Bytes) -> Result<void> { return {}; };
  for (std::size_t size = 0; size < bytes.size(); size += 97)
    CHECK_FALSE(index::cut(Bytes(bytes).first(size), take));
}
