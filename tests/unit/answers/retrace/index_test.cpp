// A mapping and its index are one: whatever is asked, both answer the same.
#include <string>

#include "doctest/doctest.h"

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/mapping_index.h"
#include "answers/retrace/mapping_writer.h"
#include "answers/retrace/sameness.h"
#include "answers/retrace/single_mapping.h"
#include "keep/index/envelope.h"
#include "unit/answers/retrace/mapping_of.h"
#include "unit/answers/retrace/random_mapping.h"

using namespace symkit;
using namespace symkit::retrace;
using test::mapping_of;
using test::MappingMaker;
using test::rewritten;

TEST_CASE("an index answers as its mapping does") {
  std::size_t retraced = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    MappingMaker maker(seed);
    const std::string text = maker.mapping();
    const std::string log = maker.log();
    const auto bytes = write_mapping_index(*mapping_of(text), {.jobs = 2});
    REQUIRE(bytes);
    for (const bool verbose : {false, true}) {
      auto index = MappingIndex::open(io::borrowed_blob(*bytes));
      REQUIRE(index);
      const auto same = compare_mappings(*mapping_of(text), **index, 1);
      REQUIRE(same);
      CHECK(same->differences == 0);
      const std::string from_text = rewritten(mapping_of(text), log, verbose);
      CHECK(rewritten(std::move(*index), log, verbose) == from_text);
      retraced += from_text != log ? 1 : 0;
    }
  }
  CHECK(retraced > 100);
}

TEST_CASE(
    "a log may be cut anywhere, each part for a twin of the mapping that asks what came before if it "
    "matters") {
  std::size_t asked = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    MappingMaker maker(seed);
    const std::string content = maker.mapping();
    const auto text = mapping_of(content);
    const std::string log = maker.log();
    const auto bytes = write_mapping_index(*text, {});
    REQUIRE(bytes);
    const auto index = MappingIndex::open(io::borrowed_blob(*bytes));
    REQUIRE(index);
    const std::string whole = rewritten(text->twin(), log, true);
    for (const Mapping* mapping :
         {static_cast<const Mapping*>(text.get()), static_cast<const Mapping*>(index->get())}) {
      std::string all;
      Retracer::Context context;
      for (std::string_view left = log; !left.empty();) {
        SingleMapping source(mapping->twin());
        LineRewriter part({{true, false}, nullptr}, source);
        part.retracer().set_context([&] {
          ++asked;
          return context;
        });
        for (int lines = 0; lines < 3 && !left.empty(); ++lines) {
          const std::size_t end = std::min(left.find('\n'), left.size() - 1) + 1;
          REQUIRE(part.rewrite(left.substr(0, end), all));
          left.remove_prefix(end);
        }
        if (const auto known = part.retracer().context()) context = *known;
      }
      CHECK(all == whole);
    }
  }
  CHECK(asked > 10);
}

TEST_CASE("the id of a mapping: its map id, else its hash, else its content") {
  CHECK(id_of(*mapping_of("# pg_map_id: 0f1e2d30\na -> b:\n")).hex() == "0f1e2d30");
  CHECK(id_of(*mapping_of("# pg_map_id: 0f1e2d3\na -> b:\n")).hex() == "0f1e2d30");
  CHECK(id_of(*mapping_of("# pg_map_hash: SHA-256 00ff\na -> b:\n")).hex() == "00ff");
  CHECK(id_of(*mapping_of("# pg_map_id: 0f\n# pg_map_hash: SHA-256 00ff\na -> b:\n")).hex() == "0f");
  const ImageId content = id_of(*mapping_of("a -> b:\n"));
  CHECK(content.bytes().size() == 16);
  CHECK(content != id_of(*mapping_of("a -> c:\n")));
  CHECK(id_of_map_id("my build").bytes().size() == 16);
}

TEST_CASE("an index is as long as its sections, and refuses to be another") {
  const auto bytes = write_mapping_index(*mapping_of("a.B -> c:\n    1:2:void m():3:4 -> d\n"), {});
  REQUIRE(bytes);
  CHECK(MappingIndex::open(io::borrowed_blob(*bytes)));
  for (std::size_t size = 0; size < bytes->size(); ++size) {
    auto cut = MappingIndex::open(io::borrowed_blob(Bytes(*bytes).first(size)));
    if (cut) static_cast<void>(rewritten(std::move(*cut), "\tat c.d(X:1)\n", true));
  }
  const auto native = index::seal(index::Kind::Native, {}, 0, {});
  REQUIRE_FALSE(MappingIndex::open(io::borrowed_blob(native)));
  CHECK(MappingIndex::open(io::borrowed_blob(native)).error().message ==
        "is an index of kind native, not of a mapping");
}

TEST_CASE("a broken class stops an index, and nothing else of the mapping") {
  const std::string text = "a.B -> b:\n    void x() => y\nc.D -> d:\n    1:2:void y():3:4 -> z\n";
  const auto failed = write_mapping_index(*mapping_of(text), {});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message == "mapping.txt:2:14: expected '-'");
  CHECK(rewritten(mapping_of(text), "\tat d.z(X:1)\n", false) == "\tat c.D.y(D.java:3)\n");
}

TEST_CASE("what begins like a mapping") {
  for (const char* text :
       {"a -> b:\n", "  a -> b:\n", "\t# x\n \n\ta -> b:\n", "# compiler: R8\n", "# x\n\na.b -> c:",
        "\xef\xbb\xbf"
        "a -> b:\n",
        "# pg_map_id: 1\r\n", "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n"})
    CHECK(looks_like_mapping(text));
  for (const char* text : {"", "# just a comment\n", "hello\n", "a -> b\n", "    void a() -> b\n"})
    CHECK_FALSE(looks_like_mapping(text));
}
