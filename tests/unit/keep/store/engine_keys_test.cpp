// Keys of engines, lifetimes and blocks: what is written is read again, and nothing else is.
#include "keep/store/engine_keys.h"

#include "doctest/doctest.h"

#include "keep/store/lifetime.h"
#include "keep/store/sound.h"

using namespace symkit;
using index::Kind;
using store::Key;

namespace {

const ImageId some_id = *ImageId::parse("c061ee83b61d33528ee5655491db1d16");

}  // namespace

TEST_CASE("a key of an engine is read as it was written") {
  const Key keys[] = {{.id = some_id},
                      {.id = some_id, .kind = Kind::Mapping},
                      {.id = some_id, .kind = Kind::Manifest},
                      {.id = some_id, .kind = Kind::Native, .part = 0x07ce79b2a9d3c8ef}};
  CHECK(store::engine_key(keys[0]) == "sym:{c061ee83b61d33528ee5655491db1d16}:native:0");
  CHECK(store::engine_key(keys[3]) == "sym:{c061ee83b61d33528ee5655491db1d16}:native:07ce79b2a9d3c8ef");
  for (const Key& key : keys) CHECK(store::read_engine_key(store::engine_key(key)) == key);
  CHECK(store::engine_pattern(Kind::SourceMap) == "sym:{*}:sourcemap:0");
  for (const std::string_view text :
       {"", "sym:", "x", "sym:{}:native:0", "sym:{zz}:native:0", "sym:{c0}:other:0",
        "sym:{c0}:native:", "sym:{c0}:native:0x", "asym:{c0}:native:0", "sym:{c0}:life",
        "sym:{c0}:begins:native", "sym:{c0}:native:11112222333344445"})
    CHECK_FALSE(store::read_engine_key(text));
}

TEST_CASE("a lifetime says how long, and when it was renewed") {
  using namespace std::chrono;
  const sys_seconds then{seconds(1'795'354'606)};
  const store::Lifetime written{days(45), then};
  CHECK(store::text_of(written) == "3888000 1795354606");
  const auto read = store::read_lifetime("3888000 1795354606");
  REQUIRE(read);
  CHECK(read->of_index == days(45));
  CHECK(read->renewed == then);
  CHECK_FALSE(read->is_due(then + hours(23)));
  CHECK(read->is_due(then + hours(24)));
  CHECK(read->is_due(then - days(3)));  // a clock was wrong
  CHECK(read->of_parts() > read->of_index);
  const auto for_ever = store::read_lifetime("0 5");
  REQUIRE(for_ever);
  CHECK_FALSE(for_ever->is_due(then));
  CHECK(for_ever->of_parts() == seconds(0));
  for (const std::string_view text :
       {"", "1", "1 ", " 1", "1 x", "1 2 3", "-1 2", "99999999999999999999 1", "9999999999 1"})
    CHECK_FALSE(store::read_lifetime(text));
}

TEST_CASE("times are given in days, hours, minutes and seconds") {
  using namespace std::chrono;
  CHECK(store::read_duration("45d") == days(45));
  CHECK(store::read_duration("12h") == hours(12));
  CHECK(store::read_duration("90s") == seconds(90));
  CHECK(store::read_duration("0") == seconds(0));
  for (const std::string_view text : {"", "d", "45", "1w", "-1d", "1.5d", "45d ", "99999999999999d"})
    CHECK_FALSE(store::read_duration(text));
}
