// R8's parts of a mapping: each form of METADATA, and that the parts answer as the whole does.
#include <optional>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/partition_metadata.h"
#include "answers/retrace/partitioned_mapping.h"
#include "answers/retrace/sameness.h"
#include "answers/retrace/single_mapping.h"
#include "support/zip.h"
#include "unit/answers/retrace/mapping_of.h"

using namespace symkit;
using namespace symkit::retrace;
using test::Buffer;

namespace {

const WarningSink ignore = [](const std::string&) {};

constexpr std::string_view kitchen =
    "# {\"id\":\"partitionSourceFiles\",\"fileNameMappings\":{\"x.Pot\":\"Pots.kt\"}}\n"
    "x.Kitchen -> a.b:\n# {\"id\":\"sourceFile\",\"fileName\":\"Kitchen.kt\"}\n    int heat -> a\n"
    "    1:1:void x.Pot.lift():5:5 -> a\n    1:1:void boil():10 -> a\n    2:9:void gone():11:18 -> b\n"
    "    # {\"id\":\"com.android.tools.r8.synthesized\"}";
constexpr std::string_view pot =
    "x.Pot -> a.c:\n# {\"id\":\"sourceFile\",\"fileName\":\"Pots.kt\"}\n    1:1:void lift():5:5 -> a";
constexpr std::string_view header =
    "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n# pg_map_id: 0f1e2d3\n";

std::string whole() { return std::string(header) + std::string(kitchen) + "\n" + std::string(pot) + "\n"; }

std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xff);
  return text;
}

std::string sized(std::string_view text, int bytes) { return number(text.size(), bytes) + std::string(text); }

std::string with_names(std::string_view version = "2.2", std::string_view names = "a.b;a.c") {
  const std::string more = number(2, 2) + number(0, 2) + sized(header, 4) + number(1, 2) + sized("a\n", 4);
  return "\xaa\xa8" + number(1, 2) + sized(version, 2) + sized(names, 4) + sized(more, 4);
}

std::string only_version(std::string_view version, bool magic) {
  return (magic ? "\xaa\xa8" : "") + number(0, 2) + std::string(version);
}

Buffer zipped(const std::optional<std::string>& metadata, std::string_view first = kitchen) {
  std::vector<test::ZipEntry> entries = {test::deflated_entry("a.b", as_bytes(first)),
                                         test::stored_entry("a.c", as_bytes(pot))};
  if (metadata) entries.push_back(test::deflated_entry("METADATA", as_bytes(*metadata)));
  return test::zip_of(entries);
}

Result<std::unique_ptr<PartitionedMapping>> opened(const Buffer& zip, const WarningSink& warn = ignore) {
  return PartitionedMapping::open(io::blob_of(zip), "m.zip", warn, ignore);
}

std::string why_not(const Buffer& zip) {
  const auto mapping = opened(zip);
  return mapping ? "opened" : mapping.error().message;
}

std::string answer(std::unique_ptr<Mapping> mapping, std::string_view line) {
  SingleMapping source(std::move(mapping));
  LineRewriter rewriter({{}, nullptr}, source);
  std::string out;
  const auto done = rewriter.rewrite(line, out);
  return done ? out : done.error().message;
}

}  // namespace

TEST_CASE("parts answer as the whole does, with every form of METADATA and without it") {
  for (const std::optional<std::string>& metadata :
       {std::optional(with_names()), std::optional(only_version("2.2", true)),
        std::optional(only_version("2.2", false)), std::optional<std::string>()}) {
    const Buffer zip = zipped(metadata);
    const auto mapping = opened(zip);
    REQUIRE(mapping);
    const auto same = compare_mappings(*test::mapping_of(whole()), **mapping, 1);
    REQUIRE(same);
    CHECK(same->differences == 0);
    CHECK(same->classes == 2);
    const auto archive = PartitionArchive::open(io::borrowed_blob(zip), "m.zip");
    REQUIRE(archive);
    const auto joined = (*archive)->joined(ignore, ignore);
    REQUIRE(joined);
    const auto same_joined = compare_mappings(**joined, **mapping, 1);
    REQUIRE(same_joined);
    CHECK(same_joined->differences == 0);
    CHECK(answer((*mapping)->twin(), "\tat a.b.a(SourceFile:1)") ==
          "\tat x.Pot.lift(Pots.kt:5)\n\tat x.Kitchen.boil(Kitchen.kt:10)");
  }
}

TEST_CASE("the version in METADATA holds for the parts") {
  auto old = opened(zipped(only_version("none", true)));
  REQUIRE(old);
  // The annotation of a later version is ignored: a frame that would vanish stays.
  CHECK(answer(std::move(*old), "\tat a.b.b(SourceFile:2)") == "\tat x.Kitchen.gone(Kitchen.kt:11)");
  const Buffer zip = zipped(with_names("9.9"));
  std::string said;
  CHECK(opened(zip, [&](const std::string& message) { said += message; }));
  CHECK(said == "m.zip: its version '9.9' is newer than this tool supports");
}

TEST_CASE("the map id is that of the header") {
  const auto mapping = opened(zipped(with_names()));
  REQUIRE(mapping);
  CHECK((*mapping)->map_id() == "0f1e2d3");
}

TEST_CASE("METADATA that is cut or of another kind is told of in one line") {
  const std::string good = with_names();
  for (std::size_t size = 0; size < good.size(); ++size) {
    CAPTURE(size);
    CHECK(why_not(zipped(good.substr(0, size))) == "m.zip: METADATA: is truncated or broken");
  }
  CHECK(why_not(zipped(number(7, 2) + "2.2"))
            .starts_with("m.zip: METADATA: the mapping is divided in a way (7)"));
  CHECK(why_not(zipped("\xaa\xa8" + number(1, 2) + sized("2.2", 2) + number(0xffffffff, 4))) ==
        "m.zip: METADATA: is truncated or broken");
  CHECK(why_not(test::zip_of({test::stored_entry("lib/a.so", as_bytes(pot))}))
            .starts_with("m.zip: is a zip archive, but not R8's archive of a mapping"));
  CHECK(why_not(test::zip_of({})).starts_with("m.zip: is a zip archive, but not R8's archive of a mapping"));
}

TEST_CASE("a part that cannot be read stops the run where a line needs it, and nowhere else") {
  std::vector<test::ZipEntry> entries = {test::deflated_entry("a.b", as_bytes(kitchen)),
                                         test::stored_entry("a.c", as_bytes(pot)),
                                         test::stored_entry("METADATA", as_bytes(with_names()))};
  entries[0].stored[3] ^= 0x40;
  const Buffer zip = test::zip_of(entries);
  const auto mapping = opened(zip);
  REQUIRE(mapping);
  CHECK(answer((*mapping)->twin(), "\tat a.c.a(SourceFile:1)") == "\tat x.Pot.lift(Pots.kt:5)");
  CHECK(answer((*mapping)->twin(), "\tat a.b.a(SourceFile:1)").starts_with("m.zip: a.b: broken: "));
  CHECK(answer((*mapping)->twin(), "a.b: it is cold").starts_with("m.zip: a.b: broken: "));
  CHECK(answer((*mapping)->twin(), "cast to a.b failed").starts_with("m.zip: a.b: broken: "));
  entries[0] = entries[1];
  const Buffer twice = test::zip_of(entries);
  const auto of_twice = opened(twice);
  REQUIRE(of_twice);
  CHECK(answer((*of_twice)->twin(), "\tat a.c.a(SourceFile:1)") ==
        "m.zip: a.c: has the name of another entry");
}

TEST_CASE("what is wrong in a part is told by its name and line") {
  const Buffer zip = zipped(with_names(), "x.Kitchen -> a.b:\n    void boil( -> a\n");
  const auto mapping = opened(zip);
  REQUIRE(mapping);
  CHECK(answer((*mapping)->twin(), "\tat a.b.a(SourceFile:1)").starts_with("m.zip!/a.b:2:"));
  const auto archive = PartitionArchive::open(io::borrowed_blob(zip), "m.zip");
  REQUIRE(archive);
  const auto joined = (*archive)->joined(ignore, ignore);
  REQUIRE(joined);
  CHECK(answer((*joined)->twin(), "\tat a.b.a(SourceFile:1)").starts_with("m.zip!/a.b:2:"));
}

TEST_CASE("classes that METADATA names and that are not there are told of") {
  const Buffer zip = zipped(with_names("2.2", "a.b;a.c;a.d;a.e"));
  const auto archive = PartitionArchive::open(io::borrowed_blob(zip), "m.zip");
  REQUIRE(archive);
  std::string said;
  CHECK((*archive)->joined([&](const std::string& message) { said += message; }, ignore));
  CHECK(said ==
        "m.zip: METADATA names a.d and 1 more, but there is no such entry: frames of them stay "
        "unchanged");
}
