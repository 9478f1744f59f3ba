#include <doctest/doctest.h>
#include <filesystem>
#include <memory>
#include <string>

#include "answers/sourcemap/index_writer.h"
#include "answers/sourcemap/indexed_map.h"
#include "answers/sourcemap/load.h"

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

const std::string data = SYMKIT_TEST_DATA "/sourcemap/";

std::vector<std::uint8_t> index_of(const JsonMap& loaded) {
  auto bytes = write_index(*loaded.map, {*ImageId::parse("0123456789abcdef"), 7, {"app.js"}, true});
  REQUIRE(bytes);
  return std::move(*bytes);
}

}  // namespace

TEST_CASE("an index answers every position as its map does") {
  for (const char* bundler : {"esbuild", "rollup", "webpack", "metro", "hermes"}) {
    CAPTURE(bundler);
    const auto loaded = load_json_map(data + bundler + "/app.js.map");
    REQUIRE(loaded);
    const auto bytes = index_of(*loaded);
    const auto index = IndexedMap::open(io::borrowed_blob(bytes), "x");
    REQUIRE(index);
    CHECK((*index)->generated_name() == "app.js");
    CHECK((*index)->source_stamp() == 7);
    std::size_t compared = 0;
    const auto compare = [&](Position position) {
      const auto expected = loaded->map->find(position);
      const auto found = (*index)->find(position);
      REQUIRE(expected.has_value() == found.has_value());
      if (!expected) return;
      REQUIRE(expected->generated == found->generated);
      REQUIRE(expected->source == found->source);
      if (!expected->has_original()) return;
      REQUIRE(expected->original == found->original);
      if (expected->name != none) REQUIRE(loaded->map->name(expected->name) == (*index)->name(found->name));
      REQUIRE(loaded->map->source_name(expected->source) == (*index)->source_name(found->source));
      std::vector<InlinedCall> calls;
      const FunctionName one = loaded->map->function_at(position, *expected, calls);
      const FunctionName other = (*index)->function_at(position, *found, calls);
      REQUIRE(one.full() == other.full());
      REQUIRE(one.origin == other.origin);
      REQUIRE(one.is_function == other.is_function);
      ++compared;
    };
    loaded->map->source_map().visit([&](const Segment& segment) {
      compare(segment.generated);
      compare({segment.generated.line, segment.generated.column + 1});
      if (segment.generated.column > 0) compare({segment.generated.line, segment.generated.column - 1});
    });
    compare({1000, 0});
    CHECK(compared > 100);
    for (std::uint32_t i = 0; i < loaded->map->source_count(); ++i)
      CHECK(loaded->map->content(i) == (*index)->content(i));
  }
}

TEST_CASE("cut and damaged indexes are refused or answer nothing, without harm") {
  const auto loaded = load_json_map(data + "esbuild/app.js.map");
  REQUIRE(loaded);
  const auto whole = index_of(*loaded);
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    const std::vector<std::uint8_t> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK_FALSE(IndexedMap::open(io::borrowed_blob(cut), "x"));
  }
  for (std::size_t at = 600; at < whole.size(); at += 13) {
    auto damaged = whole;
    damaged[at] ^= 0xff;
    const auto index = IndexedMap::open(io::borrowed_blob(damaged), "x");
    if (!index) continue;
    for (std::uint32_t column = 0; column < 1500; column += 101) {
      std::vector<InlinedCall> calls;
      if (const auto segment = (*index)->find({1, column}))
        (*index)->function_at({1, column}, *segment, calls);
    }
    for (std::uint32_t i = 0; i < (*index)->source_count(); ++i) (*index)->content(i);
  }
}

TEST_CASE("an index of another kind is no map") {
  const auto other = index::seal(index::Kind::Native, {}, 0, {});
  const auto map = IndexedMap::open(io::borrowed_blob(other), "x");
  REQUIRE_FALSE(map);
  CHECK(map.error().message.find("another kind") != std::string::npos);
}
