// What only few ask of an index: where functions are declared and inlined code begins, and discriminators.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "keep/index/native_index.h"
#include "keep/index/native_writer.h"

namespace symkit::index {
namespace {

constexpr std::uint64_t text_base = 0x400000;
constexpr std::uint64_t runs = 100;

Draft draft_of_functions() {
  Draft draft(1, FileAddress{text_base});
  DraftParticulars& particulars = draft.particulars();
  particulars.keeps_declarations = true;
  const std::vector<std::pair<const char*, const char*>> functions = {
      {"only", "/src/a.c"}, {"same", "/src/a.c"}, {"same", "/src/b.c"}, {"twice", "/src/a.c"}};
  std::uint64_t at = text_base;
  std::uint32_t line = 10;
  for (const auto& [name, path] : functions) {
    const NameKey key = draft.name(name);
    const FileKey file = draft.file(path);
    draft.begin_function(at, at + 0x1000, key, Source::DebugInfo, 0, 0);
    draft.add_row({.address = at, .call = 0, .place = {file, line + 1}, .atos_place = {file, line + 1}});
    draft.end_function();
    particulars.declarations.push_back({key, {file, line}});
    at += 0x1000;
    line += 10;
  }
  particulars.declarations.push_back({draft.name("twice"), {draft.file("/src/a.c"), 77}});
  particulars.short_names.push_back({draft.name("twice"), 0});
  particulars.short_names.push_back({draft.name("same"), 0});
  particulars.short_names.push_back({draft.name("same"), draft.name("same<long>")});
  particulars.short_names.push_back({draft.name("same"), draft.name("same<another>")});
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::uint64_t begin = text_base + i * 0x20;
    particulars.discriminators.push_back({begin, begin + 4, static_cast<std::uint32_t>(i + 1), 0});
  }
  // The unit that stands first says what holds where two speak of one place.
  particulars.discriminators.push_back({text_base, text_base + 6, 500, 9});
  return draft;
}

// A function of 4,000 bytes with a call in every 20, each with one in it from its 4th byte to its 12th; of
// every third call the code is in several places.
constexpr std::uint64_t calls = 200;
Draft draft_of_inlined_calls() {
  Draft draft(1, FileAddress{text_base});
  draft.particulars().keeps_declarations = true;
  for (const std::uint64_t at : {text_base, text_base + calls * 20}) {
    draft.begin_function(at, at + calls * 20, draft.name("f"), Source::DebugInfo, 0, 0);
    for (std::uint64_t i = 0; i < calls; ++i) {
      draft.add_inlined(at + i * 20, 1, static_cast<std::uint32_t>(i % 5), i % 3 != 0);
      draft.add_inlined(at + i * 20 + 4, 2, 0, true);
    }
    draft.end_function();
  }
  return draft;
}

std::vector<std::uint8_t> written(const Draft& draft) {
  std::vector<Piece> pieces;
  for (std::uint32_t i = 0; i < draft.functions().size(); ++i)
    pieces.push_back({draft.functions()[i].begin, draft.functions()[i].end, 0, i});
  NativeMeta meta;
  meta.text_base = {text_base};
  meta.has_declarations = true;
  return write_native({.meta = meta, .drafts = std::span(&draft, 1), .pieces = pieces, .symbols = {}}, 1);
}

Declarations::Declared declared_at(const NativeIndex& index, std::uint64_t offset) {
  Answer answer;
  REQUIRE(index.lookup({offset}, answer));
  return index.declarations().of(answer.name, answer.chain.front().place.file);
}

TEST_CASE("a function is declared where the draft says, told apart by its file") {
  const auto bytes = written(draft_of_functions());
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  std::string path;
  CHECK(declared_at(*index, 0).line == 10);
  index->read_path(declared_at(*index, 0).file, path);
  CHECK(path == "/src/a.c");
  CHECK(declared_at(*index, 0x1000).line == 20);
  CHECK(declared_at(*index, 0x2000).line == 30);
  // Two of one name in one file: nobody can say which it is.
  CHECK(declared_at(*index, 0x3000).line == 0);
  CHECK(index->declarations().of(0, 1).line == 0);
  CHECK(index->declarations().of(UINT32_MAX, 1).line == 0);
}

TEST_CASE("a short name is that of its function; of two the first in their order") {
  const auto bytes = written(draft_of_functions());
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  std::string text;
  const auto short_name_at = [&](std::uint64_t offset) {
    Answer answer;
    REQUIRE(index->lookup({offset}, answer));
    return index->short_names().of(answer.name);
  };
  REQUIRE(short_name_at(0x1000));
  index->read_name(*short_name_at(0x1000), text);
  CHECK(text == "same<another>");
  CHECK(short_name_at(0) == std::nullopt);
  CHECK(short_name_at(0x3000) == 0);
  CHECK(index->short_names().of(0) == std::nullopt);
  CHECK(index->short_names().of(UINT32_MAX) == std::nullopt);
}

TEST_CASE("a discriminator holds for its stretch of code, in every group of them") {
  const auto bytes = written(draft_of_functions());
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  for (std::uint64_t i = 0; i < runs; ++i) {
    CHECK(index->discriminators().at({i * 0x20}) == i + 1);
    CHECK(index->discriminators().at({i * 0x20 + 3}) == i + 1);
    CHECK(index->discriminators().at({i * 0x20 + 6}) == 0);
  }
  CHECK(index->discriminators().at({4}) == 500);
  CHECK(index->discriminators().at({UINT64_MAX}) == 0);
}

TEST_CASE("inlined code begins where the draft says, at each depth") {
  const auto bytes = written(draft_of_inlined_calls());
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  const InlinedBegins& begins = index->inlined_begins();
  for (const std::uint64_t function : {std::uint64_t{0}, calls * 20})
    for (std::uint64_t i = 0; i < calls; ++i) {
      const std::uint64_t call = function + i * 20;
      for (const std::uint64_t within : {std::uint64_t{0}, std::uint64_t{4}, std::uint64_t{19}}) {
        const auto outer = begins.at({call + within}, 1, {function});
        CHECK(outer.begin.has_value() == (i % 3 != 0));
        CHECK(outer.begin.value_or(ImageOffset{call}) == ImageOffset{call});
        CHECK(outer.discriminator == i % 5);
      }
      const auto inner = begins.at({call + 5}, 2, {function});
      REQUIRE(inner.begin);
      CHECK(*inner.begin == ImageOffset{call + 4});
      CHECK(inner.discriminator == 0);
    }
  // What a function before has is not this one's, and no call is so deep.
  CHECK(!begins.at({calls * 20 + 2}, 2, {calls * 20}).begin);
  CHECK(!begins.at({5}, 3, {0}).begin);
  CHECK(!begins.at({5}, 0, {0}).begin);
  CHECK(!begins.at({5}, 1000, {0}).begin);
  CHECK(!begins.at({UINT64_MAX}, 1, {0}).begin);
}

TEST_CASE("of a function that another has driven out nothing is kept") {
  const Draft draft = draft_of_inlined_calls();
  const std::vector<Piece> pieces = {{0, 40, 0, 0}};
  NativeMeta meta;
  meta.text_base = {text_base};
  meta.has_declarations = true;
  const auto bytes =
      write_native({.meta = meta, .drafts = std::span(&draft, 1), .pieces = pieces, .symbols = {}}, 1);
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  CHECK(index->inlined_begins().at({39}, 1, {0}).begin == ImageOffset{20});
  CHECK(index->inlined_begins().at({399}, 1, {0}).begin == ImageOffset{20});
}

TEST_CASE("damaged particulars give no answer and no harm") {
  for (const auto& whole : {written(draft_of_functions()), written(draft_of_inlined_calls())})
    for (std::size_t at = 0; at < whole.size(); ++at) {
      auto bytes = whole;
      bytes[at] ^= 0xff;
      const auto index = NativeIndex::open(bytes);
      if (!index) continue;
      for (std::uint32_t name = 0; name < 8; ++name) index->declarations().of(name, 1);
      for (std::uint64_t i = 0; i < runs; ++i) {
        index->discriminators().at({i * 0x20 + 1});
        index->inlined_begins().at({i * 0x20 + 1}, 1 + i % 3, {i});
      }
    }
}

TEST_CASE("an index that was not asked has none of it") {
  Draft draft(1, FileAddress{text_base});
  draft.begin_function(text_base, text_base + 8, draft.name("f"), Source::DebugInfo, 0, 0);
  draft.end_function();
  const std::vector<Piece> pieces = {{0, 8, 0, 0}};
  NativeMeta meta;
  meta.text_base = {text_base};
  const auto bytes =
      write_native({.meta = meta, .drafts = std::span(&draft, 1), .pieces = pieces, .symbols = {}}, 1);
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  for (const std::uint32_t tag : index->envelope().tags())
    CHECK((tag != declarations_tag && tag != discriminators_tag && tag != inlined_begins_tag &&
           tag != variables_tag));
  CHECK(!index->facts().has_declarations);
  CHECK(!index->facts().has_variables);
}

}  // namespace
}  // namespace symkit::index
