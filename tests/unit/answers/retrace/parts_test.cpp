// A mapping's index in parts answers as the whole does, of few parts, and says what it cannot have.
#include <algorithm>
#include <string>
#include <utility>

#include "doctest/doctest.h"

#include "answers/retrace/mapping_index.h"
#include "answers/retrace/mapping_writer.h"
#include "answers/retrace/parted_mapping.h"
#include "answers/retrace/sameness.h"
#include "support/cut_index.h"
#include "unit/answers/retrace/mapping_of.h"
#include "unit/answers/retrace/random_mapping.h"

using namespace symkit;
using namespace symkit::retrace;
using test::mapping_of;

namespace {

std::unique_ptr<PartedMapping> opened(const test::CutIndex& cut, std::string* told = nullptr) {
  auto mapping = PartedMapping::open(cut.manifest, cut.parts, "m", [told](const std::string& message) {
    if (told != nullptr) *told += message + '\n';
  });
  REQUIRE(mapping);
  return std::move(*mapping);
}

// Classes that call each other, and of which some have source files that do not follow from their names.
std::string many_classes(int count) {
  std::string text =
      "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n# pg_map_id: 0f1e2d3\n";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += "com.example.Class" + n + " -> a.c" + n + ":\n";
    if (i % 3 == 0) text += R"(# {"id":"sourceFile","fileName":"Odd)" + n + ".kt\"}\n";
    text += "    1:1:int com.example.Class" + std::to_string(i * 7 % count) + ".inner():" + n + ":" + n +
            " -> a\n";
    text += "    1:1:void outer():70:70 -> a\n    int field -> f\n";
  }
  return text;
}

}  // namespace

TEST_CASE("the parts of a mapping's index answer as the whole, whatever their size") {
  std::size_t in_parts = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    test::MappingMaker maker(seed);
    const std::string text = maker.mapping();
    // Names that are originals of classes, and no class's of the program, have the source files of these.
    const std::string log = maker.log() + "\tat x.Class3.m(X.kt:1)\n\tat x.Class5Kt.m(SourceFile)\n";
    const auto bytes = write_mapping_index(*mapping_of(text), {});
    REQUIRE(bytes);
    for (const std::size_t part_bytes : {1U, 100U, 1'000'000U}) {
      CAPTURE(part_bytes);
      const test::CutIndex cut = test::cut_up(*bytes, part_bytes);
      const auto same = compare_mappings(*mapping_of(text), *opened(cut), 1);
      REQUIRE(same);
      CHECK(same->differences == 0);
      in_parts += cut.parts->parts.size() > 3 ? 1 : 0;
      for (const bool verbose : {false, true}) {
        auto whole = MappingIndex::open(io::borrowed_blob(*bytes));
        REQUIRE(whole);
        CHECK(test::rewritten(opened(cut), log, verbose) == test::rewritten(std::move(*whole), log, verbose));
      }
      CHECK(test::rewritten(opened(cut)->twin(), log, false) == test::rewritten(opened(cut), log, false));
    }
  }
  CHECK(in_parts > 60);
}

TEST_CASE("the same index is cut alike, and its manifest is known by it") {
  const auto bytes = write_mapping_index(*mapping_of(many_classes(500)), {});
  REQUIRE(bytes);
  const test::CutIndex one = test::cut_up(*bytes, 2000), other = test::cut_up(*bytes, 2000, 4);
  CHECK(one.manifest == other.manifest);
  CHECK(one.parts->parts == other.parts->parts);
  CHECK(one.parts->parts.size() > 3);
  CHECK(index::is_cut_from(one.manifest, *bytes));
  const auto another = write_mapping_index(*mapping_of(many_classes(501)), {});
  CHECK_FALSE(index::is_cut_from(one.manifest, *another));
  CHECK(opened(one)->map_id() == "0f1e2d3");
}

TEST_CASE("classes that are expected are fetched in one question, and no part that nobody wants") {
  const auto bytes = write_mapping_index(*mapping_of(many_classes(2000)), {});
  REQUIRE(bytes);
  const test::CutIndex cut = test::cut_up(*bytes, 2000);
  const auto mapping = opened(cut);
  CHECK(cut.parts->questions == 0);
  const std::vector<std::string> names{"a.c7", "a.c1500", "a.c33", "no.such", "a.c99"};
  for (const std::string& name : names) mapping->expect(name);
  CHECK(cut.parts->questions == 0);
  for (const std::string& name : names) CHECK(mapping->find(name).has_value() == name.starts_with("a."));
  std::string file;
  REQUIRE(mapping->find("a.c1500"));
  CHECK(mapping->source_file("com.example.Class1500", file));
  CHECK(file == "Odd1500.kt");
  REQUIRE(mapping->find("a.c99"));
  CHECK(mapping->source_file("com.example.Class693", file));  // inlined there
  CHECK(file == "Odd693.kt");
  CHECK(cut.parts->questions == 1);
}

TEST_CASE("a class whose part cannot be had keeps its name, and it is said once") {
  const auto bytes = write_mapping_index(*mapping_of(many_classes(500)), {});
  REQUIRE(bytes);
  const test::CutIndex cut = test::cut_up(*bytes, 2000);
  cut.parts->parts.clear();
  std::string told;
  const std::string log = "a.c7: x\n\tat a.c7.a(X:1)\n\tat a.c9.a(X:1)\n";
  CHECK(test::rewritten(opened(cut, &told), log, false) == log);
  CHECK(told == "this part is missing\n");
}

TEST_CASE("what could not be had is told of each frame, and no class is said to be unknown then") {
  const auto bytes = write_mapping_index(*mapping_of(many_classes(500)), {});
  REQUIRE(bytes);
  const test::CutIndex cut = test::cut_up(*bytes, 2000);
  const auto mapping = opened(cut);
  Retracer retracer(false);
  const auto outcome = [&](std::string_view text) {
    const java::StackLine line = java::recognise(text);
    const auto answer = retracer.retrace(line, *mapping);
    REQUIRE(answer);
    return std::make_pair((*answer)->outcome, (*answer)->reason);
  };
  using Told = std::pair<Outcome, std::string>;
  CHECK(outcome("\tat a.c7.a(X:1)") == Told(Outcome::Retraced, ""));
  CHECK(outcome("\tat a.c7.zz(X:1)") == Told(Outcome::UnknownMember, ""));
  const auto held = std::exchange(cut.parts->parts, {});
  CHECK(outcome("\tat a.c7.a(X:1)") == Told(Outcome::Retraced, ""));  // is open
  const std::string far = "\tat a.c9.a(X:1)";
  CHECK(outcome(far) == Told(Outcome::Unavailable, "this part is missing"));
  CHECK(outcome("\tat a.c7.a(X:1)").first == Outcome::Retraced);
}

TEST_CASE("a manifest is believed only whole, and only of a mapping") {
  const auto bytes = write_mapping_index(*mapping_of(many_classes(50)), {});
  REQUIRE(bytes);
  const test::CutIndex cut = test::cut_up(*bytes, 500);
  const auto ignore = [](const std::string&) {};
  for (std::size_t size = 0; size < cut.manifest.size(); ++size)
    CHECK_FALSE(PartedMapping::open(Bytes(cut.manifest).first(size), cut.parts, "m", ignore));
  CHECK_FALSE(PartedMapping::open(*bytes, cut.parts, "m", ignore));
  // A whole that is cut short is refused, or cut without harm.
  const auto take = [](std::uint64_t, Bytes) -> Result<void> { return {}; };
  for (std::size_t size = 0; size < bytes->size(); size += 7)
    CHECK_FALSE(index::cut(Bytes(*bytes).first(size), take));
}
